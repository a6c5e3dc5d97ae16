// Marks the elements of device `device` of `devices`.
kernel void share(global uchar* marks, uint count, uint device, uint devices) {
  const uint i = get_global_id(0);
  // HOLE: Begin where the devices before this one end.
  const uint begin = count / devices * device, end = begin + count / devices;
  if (i >= begin && i < end) marks[i] = 1;
}
