"""What the exercises of this chapter should give."""


def rectangle(from_picture, to, from_pitch, to_pitch, width, height):
    for y in range(height):
        for x in range(width):
            to[y * to_pitch + x] = from_picture[y * from_pitch + x]


def unpack(numbers, samples, count):
    for i in range(count):
        for k in range(4):
            samples[i, k] = numbers[i, k] / 256


def part(a, first, count):
    for i in range(first, first + count):
        a[i] += 1
