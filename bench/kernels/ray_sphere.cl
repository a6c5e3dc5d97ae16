// The first of the spheres that a ray through each pixel meets, and how much it faces the light.
typedef struct {
  float4 place;  // and radius
  float4 color;
} Sphere;
kernel void ray_sphere(constant Sphere* spheres, int count, global float4* out, float4 light) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int w = get_global_size(0), h = get_global_size(1);
  const float3 ray = normalize((float3)((x - w * 0.5f) / w, (y - h * 0.5f) / h, 1.0f));
  float nearest = 1e30f;
  float4 color = 0;
  for (int i = 0; i < count; ++i) {
    const float3 to = spheres[i].place.xyz;
    const float along = dot(to, ray);
    const float gap = along * along - dot(to, to) + spheres[i].place.w * spheres[i].place.w;
    if (gap < 0) continue;
    const float distance = along - sqrt(gap);
    if (distance <= 0 || distance >= nearest) continue;
    nearest = distance;
    const float3 outward = normalize(ray * distance - to);
    color = spheres[i].color * max(dot(outward, light.xyz), 0.1f);
  }
  out[y * w + x] = color;
}
