constant uint k_primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};

kernel void scratch(global uint* a) {
  const uint i = get_global_id(0);
  a[i] = k_primes[a[i] % 8];
}
