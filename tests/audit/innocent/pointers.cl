// Declarations in many pieces, and remarks of one word.
struct
particle_state
{
  float4 position; /* position */
  float4 velocity; /* velocity */
};
typedef struct particle_state particle_type;
enum
integration_mode
{
  mode_euler,
  mode_verlet
};
typedef union { uint packed_value; uchar4 parts; } packed_colour;
typedef unsigned
  int
  counter_type;

__kernel
__attribute__((work_group_size_hint(64, 1, 1)))
void
// integrate_particles
integrate_particles
(
  __global
  struct particle_state
  *
  restrict
  particles, // particles
  __global const particle_type* previous_particles, // previous_particles
  __constant
  float
  *delta_times, /* __constant float */
  packed_colour
  colour, // packed_colour
  counter_type how_many, /* counter_type */
  enum integration_mode how, /* integration_mode */
  __read_only image2d_t force_field, /* read_only */
  __write_only image2d_t speed_field, /* write_only */
  __local float4* shared_positions /* local float4 */
)
{
  const sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
  // get_global_id
  const uint number =
      get_global_id(0); // get_local_id
  if (number >= how_many)
    return;
  shared_positions[get_local_id(0)] = previous_particles[number].position;
  /* barrier(CLK_LOCAL_MEM_FENCE) */
  barrier(CLK_LOCAL_MEM_FENCE);
  // read_imagef
  float4 force = read_imagef(force_field, nearest, (int2)(number, 0));
  // unsigned int
  float4 moved = how == mode_euler ? force * delta_times[0] : force * delta_times[1] + shared_positions[0];
  particles[number].velocity = previous_particles[number].velocity + moved;
  // write_imagef
  write_imagef(speed_field, (int2)(number, colour.packed_value), particles[number].velocity);
  // kernel_arg_type, reqd_work_group_size
  atomic_inc((volatile __global int*)&particles[0]); // atomic_inc
}
