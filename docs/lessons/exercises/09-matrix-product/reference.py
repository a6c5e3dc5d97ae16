"""What the exercises of this chapter should give."""


def mapping(a, b, c, side):
    for row in range(side):
        for column in range(side):
            c[row * side + column] = sum(float(a[row * side + k]) * float(b[k * side + column]) for k in range(side))


def edge(row, b, c, depth, width):
    for column in range(width):
        c[column] = sum(float(row[k]) * float(b[k * width + column]) for k in range(depth))
