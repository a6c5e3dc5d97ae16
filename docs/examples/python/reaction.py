"""Gray and Scott's reaction of two substances, which grows like coral."""
import numpy
import pyopencl.array
import picture

queue, program = picture.program("""
kernel void react(global const float2* now, global float2* next, float feed, float kill) {
  const int w = get_global_size(0), h = get_global_size(1), x = get_global_id(0), y = get_global_id(1);
  const int left = (x + w - 1) % w, right = (x + 1) % w, up = (y + h - 1) % h * w, down = (y + 1) % h * w, row = y * w;
  const float2 a = now[row + x];
  const float2 flow = 0.2f * (now[row + left] + now[row + right] + now[up + x] + now[down + x]) +
                      0.05f * (now[up + left] + now[up + right] + now[down + left] + now[down + right]) - a;
  const float made = a.x * a.y * a.y;
  next[row + x] = a + (float2)(flow.x - made + feed * (1 - a.x), 0.5f * flow.y + made - (kill + feed) * a.y);
}""")
start = numpy.zeros((200, 280, 2), numpy.float32)
start[:, :, 0] = 1
for y, x in numpy.random.default_rng(3).integers(10, (190, 270), (14, 2)):
    start[y:y + 8, x:x + 8] = 0.5, 0.25
now = pyopencl.array.to_device(queue, start)
following = pyopencl.array.empty_like(now)
for _ in range(4000):
    program.react(queue, (280, 200), None, now, following, 0.0545, 0.062)
    now, following = following, now
amount = numpy.clip(now.get()[:, :, 1] * 2.8, 0, 1)
picture.save(numpy.dstack([0.05 + 0.95 * amount, 0.15 + 0.55 * amount ** 2, 0.3 + 0.2 * (1 - amount)]), "reaction.png")
