"""Conway's game of life, 400 generations on a torus; cells that died glow for a while."""
import numpy
import pyopencl.array
import picture

queue, program = picture.program("""
kernel void advance(global const uchar* now, global uchar* next, global float* glow) {
  const int w = get_global_size(0), h = get_global_size(1), x = get_global_id(0), y = get_global_id(1), at = y * w + x;
  int around = 0;
  for (int i = 0; i < 9; ++i) around += i == 4 ? 0 : now[(y + i / 3 + h - 1) % h * w + (x + i % 3 + w - 1) % w];
  next[at] = around == 3 || (around == 2 && now[at]);
  glow[at] = next[at] ? 1 : glow[at] * 0.97f;
}""")
start = (numpy.random.default_rng(7).random((300, 420)) < 0.12).astype(numpy.uint8)
now, following = pyopencl.array.to_device(queue, start), pyopencl.array.empty(queue, start.shape, numpy.uint8)
glow = pyopencl.array.zeros(queue, start.shape, numpy.float32)
for _ in range(400):
    program.advance(queue, (420, 300), None, now, following, glow)
    now, following = following, now
light = glow.get()
picture.save(numpy.dstack([light ** 3, light ** 1.5, 0.15 + 0.6 * light]), "life.png")
