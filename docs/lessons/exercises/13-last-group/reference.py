"""What the exercises of this chapter should give."""


def count(numbers, limit, found, size):
    found[0] = sum(int(one) < limit for one in numbers)


def last(numbers, sums, counter, result):
    for group in range(len(sums)):
        sums[group] = sum(int(one) for one in numbers[64 * group:64 * group + 64])
    counter[0] = len(sums)
    result[0] = sum(int(one) for one in sums)
