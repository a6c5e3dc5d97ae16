kernel void is_prime(global const uint* numbers, global uchar* results, uint count) {
  const uint i = get_global_id(0);
  if (i >= count) return;
  const uint n = numbers[i];
  uchar prime = n >= 2;
  for (uint d = 2; d * d <= n; ++d) {
    if (n % d == 0) prime = 0;
  }
  results[i] = prime;
}
