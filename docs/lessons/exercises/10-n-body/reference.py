"""What the exercises of this chapter should give."""


def pull(bodies, accelerations, count, softening2):
    for i in range(count):
        for j in range(count):
            d = [float(bodies[j, k]) - float(bodies[i, k]) for k in range(3)]
            f = float(bodies[j, 3]) * (d[0] ** 2 + d[1] ** 2 + d[2] ** 2 + float(softening2)) ** -1.5
            for k in range(3):
                accelerations[i, k] += f * d[k]


def tiles(bodies, left, count):
    for i in range(count):
        left[i] = sum(float(bodies[j, 1]) for j in range(count) if bodies[j, 0] < bodies[i, 0])
