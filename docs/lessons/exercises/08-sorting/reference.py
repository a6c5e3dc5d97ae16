"""What the exercises of this chapter should give."""


def exchange(keys, distance, block):
    for i in range(16):
        left = i // distance * 2 * distance + i % distance
        pair = sorted((int(keys[left]), int(keys[left + distance])), reverse=left // block % 2 == 1)
        keys[left], keys[left + distance] = pair


def pairs(keys):
    for i, key in enumerate(sorted(int(one) for one in keys)):
        keys[i] = key


def rank(keys, out, count):
    for i, key in enumerate(sorted(int(one) for one in keys)):
        out[i] = key
