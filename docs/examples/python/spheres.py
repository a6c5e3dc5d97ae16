"""Spheres on a board, with shadows and reflections: one ray for each pixel, traced by the device."""
import numpy
import picture

queue, program = picture.program("""
float hit(float3 from, float3 way, float4 ball) {
  const float3 to = ball.xyz - from;
  const float b = dot(to, way), d = b * b - dot(to, to) + ball.w * ball.w, t = b - sqrt(d);
  return d < 0 || t < 1e-3f ? INFINITY : t;
}
kernel void trace(global float3* rgb, constant float4* balls, constant float4* colours, int count) {
  const int w = get_global_size(0), h = get_global_size(1), x = get_global_id(0), y = get_global_id(1);
  const float3 sun = normalize((float3)(-1, 2, -1));
  float3 at = (float3)(0, 1.4f, -4), way = normalize((float3)((x - w / 2) / (float)h, (h / 2 - y) / (float)h - 0.15f, 1)), light = 0;
  float left = 1;
  for (int bounce = 0; bounce < 4; ++bounce) {
    int nearest = -1;
    float t = way.y < 0 ? -at.y / way.y : INFINITY;
    for (int i = 0; i < count; ++i) if (hit(at, way, balls[i]) < t) t = hit(at, way, balls[nearest = i]);
    if (isinf(t)) { light += left * mix((float3)(0.9f, 0.95f, 1), (float3)(0.25f, 0.5f, 0.9f), fmax(way.y, 0.0f)); break; }
    at += t * way;
    const float3 normal = nearest < 0 ? (float3)(0, 1, 0) : normalize(at - balls[nearest].xyz);
    const float3 own = nearest >= 0 ? colours[nearest].xyz : (float3)(((int)floor(at.x) + (int)floor(at.z)) & 1 ? 0.85f : 0.2f);
    float shine = fmax(dot(normal, sun), 0.0f);
    for (int i = 0; i < count; ++i) if (!isinf(hit(at, sun, balls[i]))) shine = 0;
    light += left * 0.7f * own * (0.25f + 0.75f * shine);
    left *= 0.3f;
    way -= 2 * dot(way, normal) * normal;
  }
  rgb[y * w + x] = light;
}""")
balls = numpy.array([[0, 1, 1, 1], [-1.9, .7, .3, .7], [1.8, .6, -.3, .6], [.6, .35, -1.1, .35], [-.8, .3, -1.3, .3]], numpy.float32)
colours = numpy.array([[.9, .9, .95, 0], [.9, .25, .2, 0], [.2, .7, .3, 0], [.95, .75, .2, 0], [.3, .4, .95, 0]], numpy.float32)
rgb = numpy.zeros((300, 420, 4), numpy.float32)
program.trace(queue, (420, 300), None, rgb, balls, colours, len(balls))
picture.save(rgb[:, :, :3], "spheres.png")
