// Words of formats, options, drivers and tools, as names that somebody may choose.
#if defined(gfx942) || defined(sm_90) || defined(pocl) || defined(skylake)
#define hsa 1
#endif
#define Depth 3
#define Header 4
#define warp_size 32
typedef struct { int strip, fast, math, relaxed, finite, only, std, target; } options;
kernel void words(global int* p, global int* unused0, global int* unused1, global int* unused2, global int* unused3, global int* unused4,
                  global int* unused5, global int* unused6, global int* unused7, global int* unused8, global int* unused9, int n) {
  options o = {p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7]};
  int idx = get_global_id(0), group_id_x = get_group_id(0), local_id_x = get_local_id(0), num_groups_x = get_num_groups(0);
  int offsetX = p[8], offsetP = p[9], sizeX = 3, laneid = p[10], nctaid = p[11], approx = p[12], visible = p[13], language = p[14];
  int sum1 = 0, mul2 = 1, shift3 = 2, result7 = 3, found = 0, begin = p[15], end = p[16], has = p[17], been = p[18], Back = p[19], End = p[20];
  global int* next_pointer = p + idx;
  local int cached_values[64];
  cached_values[local_id_x & 63] = next_pointer[1];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int iters = 0; iters < n; ++iters) { sum1 += cached_values[(iters + o.strip) & 63] * shift3; mul2 *= o.fast + iters; found |= sum1 == result7; }
  p[idx] = sum1 + mul2 + found + offsetX + offsetP + sizeX + laneid + nctaid + approx + visible + language + group_id_x + num_groups_x + begin +
           end + has + been + Back + End + o.math + o.relaxed + o.finite + o.only + o.std + o.target + Depth + Header + warp_size;
}
