/*
 * In the style of vendors' samples: the name on a line of its own, attributes on others, a group's memory as an argument.
 *
 * price_lattice
 */
#define RISKFREE 0.02f
#define VOLATILITY 0.30f
#define GROUP_SIZE 64

struct option_terms
{
    float4 strike;
    float4 expiry;
};

typedef
struct option_terms
terms_t;

float4
step_back(float4 up, float4 down, float4 discount)
{
    return discount * (up + down);
}

__attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
__attribute__((vec_type_hint(float4)))
__kernel
void
price_lattice(
    int num_steps,
    const __global float4* rand_array,
    __global float4* output,
    __local float4* call_a,
    __local float4* call_b,
    terms_t terms)
{
    unsigned int tid = get_local_id(0);
    unsigned int bid = get_group_id(0);
    float4 in_rand = rand_array[bid];
    float4 s = (1.0f - in_rand) * 5.0f + in_rand * terms.strike;
    float4 dt = terms.expiry * (1.0f / (float)num_steps);
    float4 vsdt = VOLATILITY * sqrt(dt);
    float4 rdt = RISKFREE * dt;
    float4 r = exp(rdt);
    float4 r_inv = 1.0f / r;
    float4 u = exp(vsdt);
    float4 pu = (r - 1.0f / u) / (u - 1.0f / u);
    call_a[tid] = max(s * exp(vsdt * (2.0f * tid - (float)num_steps)) - 100.0f, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = num_steps; j > 0; j -= 2)
    {
        if (tid < j)
            call_b[tid] = step_back(pu * call_a[tid], (1.0f - pu) * call_a[tid + 1], r_inv);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (tid < j - 1)
            call_a[tid] = step_back(pu * call_b[tid], (1.0f - pu) * call_b[tid + 1], r_inv);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (tid == 0)
        output[bid] = call_a[0];
}
