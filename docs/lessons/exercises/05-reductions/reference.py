"""What the exercises of this chapter should give."""


def tree(numbers, sums):
    for group in range(len(sums)):
        sums[group] = sum(int(one) for one in numbers[64 * group:64 * group + 64])


def first_add(numbers, total, count):
    total[0] = sum(int(one) for one in numbers[:count])
