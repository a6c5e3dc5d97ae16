// A pass of a bitonic network: pairs lie `distance` apart, and blocks of `block` keys go up and down by turns.
kernel void exchange(global uint* keys, uint distance, uint block) {
  const uint i = get_global_id(0);
  const uint left = i / distance * 2 * distance + i % distance, right = left + distance;
  const bool goes_up = left / block % 2 == 0;
  const uint a = keys[left], b = keys[right];
  // HOLE: Store the smaller key at the left where the block goes up, else at the right.
  keys[left] = a;
  keys[right] = b;
}
