"""What the exercises of this chapter should give."""


def packed(points, sums, count):
    for i in range(count):
        sums[i] = points[3 * i] + points[3 * i + 1] + points[3 * i + 2]


def offset(squares, count):
    for i in range(count):
        squares[i] = (i + global_offset[0]) ** 2


def scratch(a, kept):
    before = list(a)
    for i in range(len(a)):
        a[i] = before[i // 32 * 32 + 31 - i % 32]
