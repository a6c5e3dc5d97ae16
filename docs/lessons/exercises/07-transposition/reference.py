"""What the exercises of this chapter should give."""


def turn(matrix, out, width, height):
    for y in range(height):
        for x in range(width):
            out[x * height + y] = matrix[y * width + x]


def tile(matrix, out, side):
    for y in range(side):
        for x in range(side):
            out[x * side + y] = matrix[y * side + x]


def padded(matrix, out):
    for y in range(32):
        for x in range(32):
            out[x * 32 + y] = matrix[y * 32 + x]
