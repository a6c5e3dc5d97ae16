// Every 32-bit atomic, on global and local memory, and how work-items of a group pass messages.
#define ALL(SPACE, T, P)                                                                              \
  atomic_add(&P[0], (T)i);                                                                            \
  atomic_sub(&P[1], (T)i);                                                                            \
  atomic_inc(&P[2]);                                                                                  \
  atomic_dec(&P[3]);                                                                                  \
  atomic_min(&P[4], (T)(1000 - i));                                                                   \
  atomic_max(&P[5], (T)(i - 5));                                                                      \
  atomic_and(&P[6], (T) ~(1u << (i & 31)));                                                           \
  atomic_or(&P[7], (T)(1u << (i & 15)));                                                              \
  atomic_xor(&P[8], (T)(i * 2654435761u));                                                            \
  for (T seen = P[9], old; (old = atomic_cmpxchg(&P[9], seen, seen + 3)) != seen;) seen = old;        \
  ticket = atomic_xchg(&P[10], (T)(i + 1));

#define KERNELS(T)                                                                                     \
  kernel void global_##T(volatile global T* p, global T* tickets) {                                    \
    const int i = get_global_id(0);                                                                    \
    T ticket;                                                                                          \
    ALL(global, T, p)                                                                                  \
    tickets[i] = ticket;                                                                               \
  }                                                                                                    \
  kernel void local_##T(global T* p, global T* tickets) {                                              \
    volatile local T q[11];                                                                            \
    const int i = get_local_id(0), n = get_local_size(0), g = get_group_id(0);                         \
    for (int j = i; j < 11; j += n) q[j] = p[11 * g + j];                                              \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                      \
    T ticket;                                                                                          \
    ALL(local, T, q)                                                                                   \
    tickets[get_global_id(0)] = ticket;                                                                \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                      \
    for (int j = i; j < 11; j += n) p[11 * g + j] = q[j];                                              \
  }
KERNELS(int)
KERNELS(uint)

kernel void exchange_float(volatile global float* p, global float* tickets) {
  tickets[get_global_id(0)] = atomic_xchg(p, (float)get_global_id(0) + 0.5f);
}

// A tree of sums in local memory, fenced by barriers; the last group adds up, told by a fence and a counter.
kernel void last_group(global const uint* in, global uint* sums, volatile global uint* done, global uint* total,
                       local uint* tree) {
  const uint l = get_local_id(0), n = get_local_size(0), groups = get_num_groups(0);
  tree[l] = in[get_global_id(0)];
  for (uint s = n / 2; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < s) tree[l] += tree[l + s];
  }
  if (l != 0) return;
  ((volatile global uint*)sums)[get_group_id(0)] = tree[0];
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  if (atomic_inc(done) != groups - 1) return;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  uint sum = 0;
  for (uint g = 0; g < groups; ++g) sum += ((volatile global uint*)sums)[g];
  *total = sum;
}

// Neighbours read what a barrier has published, in local and in global memory.
kernel void neighbours(global uint* data, global uint* out, local uint* box) {
  const uint l = get_local_id(0), n = get_local_size(0), g = get_global_id(0), first = g - l;
  uint v = data[g];
  for (int round = 0; round < 20; ++round) {
    box[l] = v;
    data[g] = v * 3;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    v = box[(l + 1) % n] * 5 + data[first + (l + n - 1) % n] + round;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }
  out[g] = v;
}

kernel void async_copies(global const float4* in, global float4* out, global const int* strided, global int* spread,
                         local float4* box, local int* ints, int stride) {
  const size_t n = get_local_size(0), first = get_group_id(0) * n;
  event_t e = async_work_group_copy(box, in + first, n, 0);
  e = async_work_group_strided_copy(ints, strided + first * stride, n, stride, e);
  wait_group_events(1, &e);
  box[get_local_id(0)] *= 2;
  ints[get_local_id(0)] += 7;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t done[2];
  done[0] = async_work_group_copy(out + first, box, n, 0);
  done[1] = async_work_group_strided_copy(spread + first * stride, ints, n, stride, 0);
  prefetch(in, 4);
  wait_group_events(2, done);
}
