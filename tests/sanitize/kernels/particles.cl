// --global-size 128 --work-group 32 --arg buffer:float:1024 --arg 0.5
typedef struct {
  float4 place, speed;
} Particle;
kernel void particles(global Particle* all, float time) {
  const uint i = get_global_id(0);
  Particle one = all[i];
  one.place += one.speed * time;
  all[i].place = one.place;
}
