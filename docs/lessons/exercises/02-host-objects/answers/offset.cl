// Squares the ids of the launch. The buffer has one element for each item.
kernel void offset(global uint* squares, uint count) {
  const uint id = get_global_id(0);
  const uint i = id - get_global_offset(0);
  if (i < count) squares[i] = id * id;
}
