// Particles between bodies that come in a struct by value, indexed by a number that is not constant.
typedef struct {
  float4 bodies[8];  // place and mass
  float step;
  int steps;
} World;
kernel void struct_args(global float4* places, global float4* speeds, World world) {
  const size_t at = get_global_id(0);
  float4 place = places[at];
  float4 speed = speeds[at];
  for (int i = 0; i < world.steps; ++i) {
    const float4 body = world.bodies[(i + at) & 7];
    float4 way = body - place;
    way.w = 0;
    const float distance = dot(way, way) + 0.01f;
    speed += way * (world.step * body.w / (distance * sqrt(distance)));
    place += speed * world.step;
  }
  places[at] = place;
  speeds[at] = speed;
}
