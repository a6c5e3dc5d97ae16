// The first of the ordered keys that is not below each query.
kernel void binary_search(global const uint* keys, int count, global const uint* queries, global int* at) {
  const uint query = queries[get_global_id(0)];
  int low = 0;
  int high = count;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (keys[middle] < query) low = middle + 1;
    else high = middle;
  }
  at[get_global_id(0)] = low;
}
