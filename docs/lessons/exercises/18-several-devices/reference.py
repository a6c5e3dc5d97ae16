"""What the exercises of this chapter should give."""


def share(marks, count, device, devices):
    shares = [count // devices + (one < count % devices) for one in range(devices)]
    begin = sum(shares[:device])
    for i in range(begin, begin + shares[device]):
        marks[i] = 1


def halo(part, out, count):
    for i in range(count):
        out[i] = int(part[i]) + int(part[i + 2])
