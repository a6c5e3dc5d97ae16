"""The Mandelbrot set: a kernel of one number for each pixel."""
import numpy
import picture

queue, program = picture.program("""
kernel void escape(global float3* rgb, int width) {
  const int x = get_global_id(0), y = get_global_id(1);
  const float2 c = (float2)(x, y) / width * 3.0f - (float2)(2.1f, 1.1f);
  float2 z = 0;
  int i = 0;
  while (i < 200 && dot(z, z) < 16) z = (float2)(z.x * z.x - z.y * z.y, 2 * z.x * z.y) + c, ++i;
  const float t = i - log2(log2(dot(z, z)));
  rgb[y * width + x] = i == 200 ? (float3)0 : 0.5f + 0.5f * cos(0.15f * t + (float3)(3.0f, 3.6f, 4.4f));
}""")
rgb = numpy.zeros((300, 420, 4), numpy.float32)
program.escape(queue, (420, 300), None, rgb, 420)
picture.save(rgb[:, :, :3], "mandelbrot.png")
