// Each key goes behind those of its own part and those of the other that belong before it.
kernel void merge(global const uint* first, global const uint* second, global uint* out, uint count) {
  const uint i = get_global_id(0);
  if (i >= count) return;
  uint smaller = 0;
  for (uint k = 0; k < count; ++k) smaller += second[k] < first[i];
  out[i + smaller] = first[i];
  uint before = 0;
  // HOLE: Count the keys of the first part before second[i]: of equal keys the first part's come first.
  for (uint k = 0; k < count; ++k) before += first[k] < second[i];
  out[i + before] = second[i];
}
