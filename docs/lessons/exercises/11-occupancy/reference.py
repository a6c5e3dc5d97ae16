"""What the exercises of this chapter should give."""


def local_memory(a):
    for begin in 0, 64:
        for i in range(begin + 1, begin + 64):
            a[i] += a[i - 1]


def group(a):
    for i in range(256):
        a[i] = 1


def registers(numbers, out):
    for i in range(64):
        out[i] = sum((float(numbers[64 * k + i]) - float(numbers[64 * 63 + i])) ** 2 for k in range(64))
