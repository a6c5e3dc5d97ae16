// Halves even numbers, and makes 3 n + 1 of odd ones.
kernel void collatz(global uint* a) {
  const uint n = a[get_global_id(0)];
  // HOLE: Write the result of one expression.
  a[get_global_id(0)] = n / 2;
}
