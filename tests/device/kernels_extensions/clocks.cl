// Clocks do not run backwards: for each item and scope, how often one did, and how often its halves differed from the whole.
#define WATCH(SCOPE, PLACE)                                                 \
  {                                                                         \
    ulong before = clock_read_##SCOPE();                                    \
    for (int i = 0; i < 64; ++i) {                                          \
      const ulong halves = as_ulong(clock_read_hilo_##SCOPE());             \
      const ulong now = clock_read_##SCOPE();                               \
      back[PLACE] += halves < before || now < halves;                       \
      before = now;                                                         \
    }                                                                       \
  }
kernel void clocks(global int* out) {
  int back[3] = {0, 0, 0};
  WATCH(device, 0)
  WATCH(work_group, 1)
  WATCH(sub_group, 2)
  for (int i = 0; i < 3; ++i) out[3 * get_global_id(0) + i] = back[i];
}
