// Steps of Collatz's sequence from each number to 1.
kernel void collatz(global uint* steps) {
  ulong n = get_global_id(0) + 1;
  uint count = 0;
  while (n != 1) {
    n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    ++count;
  }
  steps[get_global_id(0)] = count;
}
