"""What the kernels of the texts should give."""


def vecadd(a, b, c, count):
    for i in range(count):
        c[i] = a[i] + b[i]


def rotate(picture, out, width, height, cosine, sine):
    """By 90 degrees: row 0 becomes the last column."""
    for y in range(height):
        for x in range(width):
            out[y * width + x] = picture[(height - 1 - x) * width + y]


def histogram(pixels, sums):
    for number, pixel in enumerate(pixels):
        sums[number // (128 * 256) * 256 + int(pixel)] += 1


def transpose(picture, out, side):
    for y in range(side):
        for x in range(side):
            out[x * side // 4 + y // 4, y % 4] = picture[y * side // 4 + x // 4, x % 4]


def last_group(numbers, sums, counter, result):
    result[0] = sum(int(one) for one in numbers)


def bodies(positions, velocities, accelerations, dt, count):
    for i in range(count):
        for k in range(3):
            positions[i, k] += velocities[i, k] * dt + accelerations[i, k] * (0.5 * dt * dt)
            velocities[i, k] += accelerations[i, k] * dt


def tiles(numbers, pulls, count):
    for i in range(count):
        pulls[i] = sum(float(numbers[j]) - float(numbers[i]) for j in range(count))


def product(a, b, c, side):
    for row in range(side):
        for column in range(side):
            c[row * side + column] = sum(float(a[row * side + k]) * float(b[k * side + column]) for k in range(side))


def sums(numbers, out):
    for group in range(len(out)):
        out[group] = sum(int(one) for one in numbers[256 * group:256 * group + 256])


def largest(pixels, values):
    for i in range(len(values)):
        values[i] = max(int(pixels[i, k]) for k in range(4))


def sum_uint4(blocks, out):
    for group in range(2):
        for k in range(4):
            out[group, k] = sum(int(blocks[128 * group + i, k]) for i in range(128))


def bitonic(keys, distance, count):
    for i in range(16):
        left = i // distance * 2 * distance + i % distance
        if left + distance < count:
            keys[left], keys[left + distance] = sorted((int(keys[left]), int(keys[left + distance])))
