"""What the exercises of this chapter should give."""


def columns(a):
    for i in range(len(a)):
        a[i] = i


def serial(numbers, sums):
    for group in range(2):
        sums[group] = sum(int(one) for one in numbers[256 * group:256 * group + 256])


def power(a):
    for i in range(64):
        a[i] = float(a[i]) ** 8
