// One step of gravity by Barnes and Hut: bodies that are far away pull as one, at the centre of their masses.
//
// The host's tree lies in the order in which it is walked: a node, then what is in it. `nodes` has centre and mass,
// `opens` the squared distance within which a node is opened (-1: a body, which is never opened), and `next` the node
// that follows when this one is not opened.
kernel void nbody_tree(global const float4* restrict position, global const float4* restrict velocity,
                       global float4* restrict new_position, global float4* restrict new_velocity, ulong end, float step,
                       float softening2, global const float4* restrict nodes, global const float* restrict opens,
                       global const uint* restrict next, uint count) {
  const size_t body = get_global_id(0);
  if (body >= end) return;
  float4 me = position[body];
  float3 sum = 0;
  for (uint node = 0; node < count;) {
    const float4 other = nodes[node];
    const float3 distance = other.xyz - me.xyz;
    const float squared = dot(distance, distance);
    if (squared <= opens[node]) {
      ++node;
      continue;
    }
    const float inverse = rsqrt(squared + softening2);
    sum += other.w * inverse * inverse * inverse * distance;
    node = next[node];
  }
  float4 speed = velocity[body];
  speed.xyz += sum * step;
  new_velocity[body] = speed;
  me.xyz += speed.xyz * step;
  new_position[body] = me;
}
