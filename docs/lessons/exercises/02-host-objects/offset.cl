// Squares the ids of the launch. The buffer has one element for each item.
kernel void offset(global uint* squares, uint count) {
  const uint id = get_global_id(0);
  // HOLE: Find the item's element: ids begin at the offset, the buffer at 0.
  const uint i = 0;
  if (i < count) squares[i] = id * id;
}
