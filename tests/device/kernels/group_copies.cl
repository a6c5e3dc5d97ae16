// Copies of a group between global and local memory. Each group of `copy_…` shows its whole box, in which it has copied
// elements of `in`; lengths and offsets are in elements.
#define RANDOM_COPY(T)                                                                                       \
  kernel void copy_##T(global const T* in, global uchar* boxes, uint from, uint to, uint n, uint stride,     \
                       uint box_bytes, local T* box) {                                                       \
    local uchar* const bytes = (local uchar*)box;                                                            \
    const uint item = get_local_id(1) * get_local_size(0) + get_local_id(0);                                 \
    const uint items = get_local_size(0) * get_local_size(1);                                                \
    const uint group = get_group_id(1) * get_num_groups(0) + get_group_id(0);                                \
    for (uint i = item; i < box_bytes; i += items) bytes[i] = 0xee;                                          \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                            \
    const global T* const source = in + from + group;                                                        \
    event_t e;                                                                                               \
    if (stride == 1)                                                                                         \
      e = async_work_group_copy(box + to, source, n, 0);                                                     \
    else                                                                                                     \
      e = async_work_group_strided_copy(box + to, source, n, stride, 0);                                     \
    wait_group_events(1, &e);                                                                                \
    for (uint i = item; i < box_bytes; i += items) boxes[group * box_bytes + i] = bytes[i];                  \
  }
RANDOM_COPY(uchar)
RANDOM_COPY(short)
RANDOM_COPY(float)
RANDOM_COPY(int2)
RANDOM_COPY(float4)
RANDOM_COPY(uint16)

// Tiles go through local memory, up to `depth` of them at a time: out[i] = in[i] + the sum of the tile's other half.
#define DEPTH 4
#define STREAM(NAME, SIZE, ITEMS)                                                                            \
  ITEMS kernel void NAME(global const int* in, global int* out, uint tiles, uint depth, uint n,              \
                         local int* box, local int* results) {                                               \
    const uint l = get_local_id(0), items = get_local_size(0), size = SIZE;                                  \
    event_t ready[DEPTH], done;                                                                              \
    in += get_group_id(0) * tiles * size;                                                                    \
    out += get_group_id(0) * tiles * size;                                                                   \
    for (uint i = 0; i < depth - 1 && i < tiles; ++i)                                                        \
      ready[i] = async_work_group_copy(box + i * size, in + i * size, size, 0);                              \
    for (uint i = 0; i < tiles; ++i) {                                                                       \
      const uint next = i + depth - 1;                                                                       \
      if (next < tiles)                                                                                      \
        ready[next % depth] = async_work_group_copy(box + next % depth * size, in + next * size, size, 0);   \
      wait_group_events(1, &ready[i % depth]);                                                               \
      const local int* const tile = box + i % depth * size;                                                  \
      for (uint k = l; k < size; k += items) results[k] = tile[k] + tile[size - 1 - k];                      \
      barrier(CLK_LOCAL_MEM_FENCE);                                                                          \
      done = async_work_group_copy(out + i * size, results, size, 0);                                        \
      wait_group_events(1, &done);                                                                           \
    }                                                                                                        \
  }
STREAM(stream, n, )
STREAM(stream_constant, 192, __attribute__((reqd_work_group_size(64, 1, 1))))

// The same with two events that change places, and copies of two lines that share each of them.
kernel void rotate_events(global const int* in, global int* out, uint tiles, uint n, local int* box) {
  const uint l = get_local_id(0), items = get_local_size(0), half_size = n / 2;
  in += get_group_id(0) * tiles * n;
  out += get_group_id(0) * tiles * n;
  event_t now = async_work_group_copy(box, in, half_size, 0);
  async_work_group_copy(box + half_size, in + half_size, n - half_size, now);
  for (uint i = 0; i < tiles; ++i) {
    local int* const other = box + (i + 1) % 2 * n;
    event_t next = now;
    if (i + 1 < tiles) {
      next = async_work_group_copy(other, in + (i + 1) * n, half_size, 0);
      async_work_group_copy(other + half_size, in + (i + 1) * n + half_size, n - half_size, next);
    }
    wait_group_events(1, &now);
    for (uint k = l; k < n; k += items) out[i * n + k] = box[i % 2 * n + k] + box[i % 2 * n + n - 1 - k];
    barrier(CLK_LOCAL_MEM_FENCE);
    now = next;
  }
}

// Events that are shared after others have begun, waited for out of order and together, and shared in both directions.
kernel void share_events(global const int* in, global int* out, uint n, local int* box) {
  const uint l = get_local_id(0), items = get_local_size(0);
  in += get_group_id(0) * 6 * n;
  out += get_group_id(0) * 6 * n;
  event_t a = async_work_group_copy(box, in, n, 0);
  event_t b = async_work_group_copy(box + n, in + n, n, 0);
  async_work_group_copy(box + 2 * n, in + 2 * n, n, a);
  event_t c = async_work_group_copy(box + 3 * n, in + 3 * n, n, 0);
  wait_group_events(1, &a);
  for (uint k = l; k < n; k += items) {
    out[k] = box[n - 1 - k];
    out[2 * n + k] = box[3 * n - 1 - k];
  }
  wait_group_events(1, &c);
  for (uint k = l; k < n; k += items) out[3 * n + k] = box[4 * n - 1 - k];
  event_t both[2];
  both[0] = b;
  both[1] = async_work_group_copy(out + 4 * n, box, n, 0);
  async_work_group_copy(box + 4 * n, in + 4 * n, n, both[1]);
  wait_group_events(2, both);
  for (uint k = l; k < n; k += items) {
    out[n + k] = box[2 * n - 1 - k];
    out[5 * n + k] = box[5 * n - 1 - k];
  }
}
