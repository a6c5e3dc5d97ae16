// Marks the elements of device `device` of `devices`.
kernel void share(global uchar* marks, uint count, uint device, uint devices) {
  const uint i = get_global_id(0);
  const uint begin = count / devices * device + min(device, count % devices);
  const uint end = begin + count / devices + (device < count % devices ? 1 : 0);
  if (i >= begin && i < end) marks[i] = 1;
}
