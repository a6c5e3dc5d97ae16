"""What the exercises of this chapter should give."""


def invert(image, out):
    height, width, channels = image.shape
    for y in range(height):
        for x in range(width):
            for k in range(channels):
                out[y, x, k] = 255 - image[y, x, k]


def edge(image, out):
    height, width, channels = image.shape
    for y in range(height):
        for x in range(width):
            for k in range(channels):
                out[y, x, k] = image[y, max(x - 1, 0), k] + image[y, min(x + 1, width - 1), k]


def turn(picture, out, width, height):
    for y in range(width):
        for x in range(height):
            out[y * height + x] = picture[(height - 1 - x) * width + y]
