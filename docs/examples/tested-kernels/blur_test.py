def blur(values, sums, count, _tile):
    for i in range(count):
        sums[i] = sum(values[max(i - 1, 0) : i + 2])
