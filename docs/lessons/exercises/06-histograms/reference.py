"""What the exercises of this chapter should give."""


def merge(pixels, bins, count):
    for i in range(count):
        bins[int(pixels[i])] += 1


def overflow(pixels, bins, each):
    for pixel in pixels:
        bins[int(pixel) & 15] += 1


def rows(numbers, sums):
    for row in range(64):
        sums[row] = sum(int(one) for one in numbers[32 * row:32 * row + 32])
