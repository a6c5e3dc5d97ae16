"""What the exercises of this chapter should give."""


def neighbour(numbers, out, count):
    for i in range(count):
        out[i] = numbers[i if i % 64 == 0 else i - 1]


def compact(numbers, out, count):
    kept = [int(one) for one in numbers if one != 0]
    for i, one in enumerate(kept):
        out[i] = one
    count[0] = len(kept)
