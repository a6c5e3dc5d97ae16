// Halves even numbers, and makes 3 n + 1 of odd ones.
kernel void collatz(global uint* a) {
  const uint n = a[get_global_id(0)];
  a[get_global_id(0)] = n % 2 == 0 ? n / 2 : 3 * n + 1;
}
