"""A wave goes through two slits in a wall, and interferes with itself."""
import numpy
import pyopencl.array
import picture

queue, program = picture.program("""
kernel void advance(global const float* now, global float* before, global const uchar* wall, float drive) {
  const int w = get_global_size(0), h = get_global_size(1), x = get_global_id(0), y = get_global_id(1), at = y * w + x;
  if (x == 0 || y == 0 || x == w - 1 || y == h - 1 || wall[at]) { before[at] = 0; return; }
  const float bend = now[at - 1] + now[at + 1] + now[at - w] + now[at + w] - 4 * now[at];
  const float rim = min(min(x, w - 1 - x), min(y, h - 1 - y)) / 24.0f;  // waves fade at the rim
  before[at] = (x == 30 ? drive : (2 * now[at] - before[at] + 0.25f * bend) * mix(0.9f, 1.0f, fmin(rim, 1.0f)));
}""")
wall = numpy.zeros((300, 420), numpy.uint8)
wall[:, 130:134] = 1
wall[112:124, 130:134] = wall[176:188, 130:134] = 0
fields = [pyopencl.array.zeros(queue, wall.shape, numpy.float32) for _ in range(2)]
stone = pyopencl.array.to_device(queue, wall)
for i in range(1100):
    program.advance(queue, (420, 300), None, fields[0], fields[1], stone, numpy.sin(0.33 * i))
    fields.reverse()
height = fields[0].get()
height[:, 134:] *= 2.2
crest, trough = numpy.clip(height, 0, 1), numpy.clip(-height, 0, 1)
picture.save(numpy.dstack([0.08 + crest, 0.12 + 0.6 * crest + 0.4 * trough, 0.2 + 0.3 * crest + trough]) + wall[:, :, None] * 0.7, "waves.png")
