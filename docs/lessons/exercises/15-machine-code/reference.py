"""What the exercises of this chapter should give."""


def ids(a, width):
    for i in range(128):
        a[i] += i // width


def scratch(a):
    primes = [2, 3, 5, 7, 11, 13, 17, 19]
    for i in range(64):
        a[i] = primes[int(a[i]) % 8]


def collatz(a):
    for i in range(64):
        n = int(a[i])
        a[i] = n // 2 if n % 2 == 0 else 3 * n + 1
