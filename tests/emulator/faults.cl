// Planted faults. Each kernel is compiled twice: as it is, and with REPAIRED. `//! KIND` marks the line that a finding of
// that kind has to name; a race names two, of which one is marked. faults_test.py runs them, each in four groups of 256
// items, with buffers of 1024 numbers: `in` counts from 0, `out` holds zeros; `box` holds 256, and `none` is null. Those of
// images get one of 32 x 32 numbers besides, which are zeros.
#ifdef REPAIRED
#define FAULT(wrong, right) right
#else
#define FAULT(wrong, right) wrong
#endif
#define KERNEL(name) kernel void name(global uint* in, global uint* out, local uint* box, uint n, global uint* none)
#define COPY_KERNEL(name) KERNEL(name)
// Run without optimisation: with it the compiler removes what is never set.
#define PLAIN_KERNEL(name) KERNEL(name)
#define I ((uint)get_global_id(0))
#define ITEM ((uint)get_local_id(0))
#define SIZE 256u
#define GROUP ((uint)get_group_id(0))
#define BARRIER barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define DEVICE memory_scope_device

// Races on local memory.

KERNEL(local_neighbour) {
  box[ITEM] = in[I];
  FAULT(, BARRIER);
  out[I] = box[(ITEM + 133) % SIZE];  //! race
}

KERNEL(local_overwritten) {
  box[ITEM] = in[I];
  BARRIER;
  const uint mine = box[(ITEM + 133) % SIZE];
  FAULT(, BARRIER);
  box[ITEM] = mine + 1;  //! race
  BARRIER;
  out[I] = box[ITEM];
}

KERNEL(local_one_place) {
  FAULT(box[0] = ITEM, if (ITEM == 3) box[0] = ITEM);  //! race
  BARRIER;
  out[I] = box[0];
}

// Where copies are loads straight to local memory, which a barrier does not wait for.
COPY_KERNEL(local_copy_not_waited_for) {
  event_t copied = async_work_group_copy(box, in + GROUP * SIZE, SIZE, 0);
  FAULT(BARRIER, wait_group_events(1, &copied));
  out[I] = box[(ITEM + 133) % SIZE];  //! race
}

KERNEL(local_sum) {
  box[ITEM] = in[I];
  BARRIER;
  for (uint step = SIZE / 2; step > 0; step /= 2) {
    if (ITEM < step) box[ITEM] += box[ITEM + step];  //! race
    FAULT(, BARRIER);
  }
  BARRIER;
  if (ITEM == 0) out[GROUP] = box[0];
}

KERNEL(local_count_read_early) {
  if (ITEM == 0) box[0] = 0;
  BARRIER;
  if (in[I] % 3 == 0) atomic_inc(&box[0]);
  FAULT(, BARRIER);
  out[I] = box[0];  //! race
}

KERNEL(local_count_set_late) {
  if (ITEM == 0) box[0] = 0;
  FAULT(, BARRIER);
  if (in[I] % 3 == 0) atomic_inc(&box[0]);  //! race
  BARRIER;
  out[I] = box[0];
}

KERNEL(local_bytes) {
  local uchar* bytes = (local uchar*)box;
  bytes[ITEM] = (uchar)in[I];
  BARRIER;
  FAULT(bytes[(ITEM + 128) % SIZE / 2] = (uchar)ITEM, bytes[ITEM] = (uchar)ITEM);  //! race
  BARRIER;
  out[I] = bytes[ITEM];
}

KERNEL(local_longs) {
  local ulong* longs = (local ulong*)box;
  if (ITEM < 128) longs[ITEM] = in[I];
  FAULT(, BARRIER);
  out[I] = (uint)longs[(ITEM + 64) % 128];  //! race
}

KERNEL(local_scan) {
  box[ITEM] = in[I] % 7;
  BARRIER;
  for (uint step = 1; step < SIZE; step *= 2) {
    const uint before = ITEM >= step ? box[ITEM - step] : 0;
    FAULT(, BARRIER);
    box[ITEM] += before;  //! race
    BARRIER;
  }
  out[I] = box[ITEM];
}

KERNEL(local_tile) {
  local uint tile[16][17];
  const uint x = ITEM % 16, y = ITEM / 16;
  tile[y][x] = in[I];
  FAULT(, BARRIER);
  out[I] = tile[x][y];  //! race
}

KERNEL(local_reused) {
  for (uint round = 0; round < 3; ++round) {
    box[ITEM] = in[I] + round;  //! race
    BARRIER;
    out[I] += box[255 - ITEM];
    FAULT(, BARRIER);
  }
}

// Races on global memory.

KERNEL(global_neighbour) {
  out[I] = in[I];
  FAULT(, BARRIER);
  in[I] = out[GROUP * SIZE + (ITEM + 133) % SIZE];  //! race
}

KERNEL(global_one_place) {
  FAULT(out[0] = I, if (I == 77) out[0] = I);  //! race
}

KERNEL(global_count) {
  if (ITEM == 0) FAULT(out[0] += 1, atomic_inc(&out[0]));  //! race
}

KERNEL(global_histogram) {
  FAULT(out[in[I] % 8] += 1, atomic_inc(&out[in[I] % 8]));  //! race
}

KERNEL(global_count_read) {
  if (ITEM == 0) atomic_inc(&out[0]);
  if (ITEM == 64) out[1 + GROUP] = FAULT(out[0], atomic_or(&out[0], 0));  //! race
}

KERNEL(global_shifted) {
  FAULT(in[I], out[I]) = in[(I + 1) % n];  //! race
}

KERNEL(global_reversed) {
  const uint other = in[n - 1 - I];
  FAULT(in[I], out[I]) = other;  //! race
}

KERNEL(global_overlapping) {
  const uint first = GROUP * FAULT(255, 256);
  out[first + ITEM] = GROUP + 1;  //! race
}

KERNEL(global_bytes) {
  global uchar* bytes = (global uchar*)out;
  bytes[FAULT(I / 2, I)] = (uchar)(I * 3);  //! race
}

KERNEL(global_vectors) {
  global uint4* vectors = (global uint4*)out;
  if (I < 128) vectors[I] = (uint4)(I);
  if (I >= 256 && I < 512) out[FAULT(I, 512 + I)] = 5;  //! race
}

// A group's barrier does not stop the other groups.
KERNEL(global_barrier) {
  out[I] = in[I];
  BARRIER;
  if (GROUP == FAULT(1, 5)) in[n - 1 - ITEM] = out[ITEM];  //! race
}

KERNEL(global_message) {
  global atomic_uint* flag = (global atomic_uint*)out;
  if (I == 0) {
    out[40] = 7;
    atomic_store_explicit(flag, 1, FAULT(memory_order_relaxed, memory_order_release), DEVICE);
  }
  if (I == 256) {
    while (atomic_load_explicit(flag, FAULT(memory_order_relaxed, memory_order_acquire), DEVICE) == 0) {
    }
    out[80] = out[40];  //! race
  }
}

KERNEL(global_last_group) {
  local uint is_last;
  if (ITEM == 0) {
    out[1 + GROUP] = in[I];
    FAULT(, atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, DEVICE));
    is_last = atomic_inc(&out[0]) == 3;
    FAULT(, atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, DEVICE));
  }
  BARRIER;
  if (is_last && ITEM < 4) out[100 + ITEM] = out[1 + ITEM];  //! race
}

KERNEL(global_flag_reset) {
  if (ITEM == 0) atomic_inc(&out[0]);
  if (I == 300) FAULT(in[0] = out[0], in[0] = atomic_xchg(&out[0], 0));  //! race
}

// Values that were never set.

PLAIN_KERNEL(unset_branch) {
  uint limit FAULT(, = 0);
  if (n > 5000) limit = 5;
  if (limit == 9) out[I] = 1;  //! uninitialised
}

PLAIN_KERNEL(unset_less) {
  int limit FAULT(, = 0);
  if (n > 5000) limit = 5;
  if ((int)ITEM < limit) out[I] = 1;  //! uninitialised
}

PLAIN_KERNEL(unset_real) {
  float limit FAULT(, = 0);
  if (n > 5000) limit = 5;
  if (limit == 1.5f) out[I] = 1;  //! uninitialised
}

PLAIN_KERNEL(unset_loop) {
  uint count FAULT(, = 3);
  if (n > 5000) count = 5;
  for (uint i = 0; i < (count & 15); ++i) {  //! uninitialised
    out[I] += i;
  }
}

PLAIN_KERNEL(unset_switch) {
  uint mode FAULT(, = 1);
  if (n > 5000) mode = 5;
  switch (mode) {  //! uninitialised
    case 1:
      out[I] = 4;
      break;
    case 2:
      out[I] = 5;
      break;
  }
}

PLAIN_KERNEL(unset_index) {
  uint at FAULT(, = 0);
  if (n > 5000) at = 5;
  out[(at & 3) + 4 * I % n] = 1;  //! uninitialised
}

PLAIN_KERNEL(unset_pointer) {
  global uint* to FAULT(, = out);
  if (n > 5000) to = in;
  if (to == in) out[I] = 1;  //! uninitialised
}

PLAIN_KERNEL(unset_stored) {
  uint value FAULT(, = 0);
  if (n > 5000) value = 5;
  out[I] = value;  //! uninitialised
}

PLAIN_KERNEL(unset_sum) {
  uint sum FAULT(, = 0);
  for (uint i = 0; i < 4; ++i) sum += in[(I + i) % n];
  out[I] = sum;  //! uninitialised
}

PLAIN_KERNEL(unset_real_sum) {
  float sum FAULT(, = 0);
  for (uint i = 0; i < 4; ++i) sum += in[(I + i) % n];
  ((global float*)out)[I] = sum;  //! uninitialised
}

PLAIN_KERNEL(unset_member) {
  struct {
    uint a, b;
  } pair;
  pair.a = in[I];
  FAULT(, pair.b = 5);
  out[I] = pair.b;  //! uninitialised
}

PLAIN_KERNEL(unset_atomic_operand) {
  uint value FAULT(, = 1);
  if (n > 5000) value = 5;
  atomic_add(&out[I % 16], value);  //! uninitialised
}

PLAIN_KERNEL(unset_element) {
  uint table[16];
  for (uint i = 0; i < FAULT(15, 16); ++i) table[(i + n) % 16] = i;
  if (table[(in[I] | 15) % 16] == 700) out[I] = 1;  //! uninitialised
}

KERNEL(unset_local_branch) {
  if (ITEM != FAULT(9, 999)) box[ITEM] = in[I];
  BARRIER;
  if (box[ITEM] == 5) out[I] = 1;  //! uninitialised
}

KERNEL(unset_local_index) {
  if (ITEM < FAULT(200, 256)) box[ITEM] = in[I];
  BARRIER;
  out[box[(ITEM + 9) % SIZE] % n] = 1;  //! uninitialised
}

KERNEL(unset_local_stored) {
  if (ITEM < FAULT(200, 256)) box[ITEM] = in[I];
  BARRIER;
  out[I] = box[255 - ITEM] + 1;  //! uninitialised
}

KERNEL(unset_local_padding) {
  local uint tile[16][17];
  const uint x = ITEM % 16, y = ITEM / 16;
  tile[y][x] = in[I];
  BARRIER;
  out[I] = tile[y][FAULT(x + 1, x)];  //! uninitialised
}

KERNEL(unset_local_count) {
  FAULT(, if (ITEM == 0) box[0] = 0);
  BARRIER;
  if (in[I] % 3 == 0) atomic_inc(&box[0]);
  BARRIER;
  if (ITEM == 0) out[GROUP] = box[0];  //! uninitialised
}

KERNEL(unset_local_bits) {
  local ushort* words = (local ushort*)box;
  if (ITEM % 2 == 0) words[ITEM] = (ushort)in[I];
  FAULT(, if (ITEM % 2 == 1) words[ITEM] = 0);
  BARRIER;
  if ((box[ITEM / 2] & 0x10000) != 0) out[I] = 3;  //! uninitialised
}

// Beyond the end, and before the beginning.

KERNEL(beyond_read) {
  out[I] = in[I + FAULT(1, 0)];  //! out-of-bounds
}

KERNEL(beyond_written) {
  if (I < n) out[FAULT(n - I, n - 1 - I)] = 1;  //! out-of-bounds
}

KERNEL(beyond_before) {
  out[(int)I - FAULT(1, 0)] = 1;  //! out-of-bounds
}

KERNEL(beyond_vector) {
  if (I < 256) out[I] = vload4(I, in + FAULT(1, 0)).w;  //! out-of-bounds
}

KERNEL(beyond_local) {
  box[ITEM + FAULT(n / 1024, 0)] = I;  //! out-of-bounds
}

KERNEL(beyond_local_read) {
  box[ITEM] = I;
  BARRIER;
  out[I] = box[ITEM + FAULT(1, 0) * n];  //! out-of-bounds
}

PLAIN_KERNEL(beyond_private) {
  uint table[4] = {1, 2, 3, 4};
  table[FAULT(n * 100, n % 4)] = I;  //! out-of-bounds
  out[I] = table[I % 4];
}

constant uint k_table[4] = {1, 2, 3, 5};
KERNEL(beyond_constant) {
  out[I] = k_table[FAULT(in[I] * 100000 + n * 1000, in[I] % 4)];  //! out-of-bounds
}

// LLVM reads 16 bytes for the last 12, which hardware allows where they are aligned to 8.
global uint k_three[3] = {7, 8, 9};
KERNEL(beyond_variable) {
  out[I] = k_three[FAULT(in[I] * 100000 + n * 1000, 0)] + k_three[1] + k_three[2];  //! out-of-bounds
  if (n == 0) k_three[ITEM % 3] = ITEM;
}

// Here, too: the last of seven numbers that `in` has for this kernel.
KERNEL(unset_beyond_seven) {
  const uint4 last = ((global const uint4*)in)[1];
  out[I] = last.x ^ last.y ^ last.z FAULT(^last.w, );  //! uninitialised
}

KERNEL(beyond_atomic) {
  atomic_inc(&out[I * FAULT(2, 1)]);  //! out-of-bounds
}

KERNEL(null_read) {
  out[I] = FAULT(none, in)[I];  //! out-of-bounds
}

KERNEL(null_written) {
  FAULT(none, out)[I] = 5;  //! out-of-bounds
}

KERNEL(unaligned_atomic) {
  atomic_inc((global uint*)((global uchar*)out + FAULT(I % 2, 0)));  //! misaligned
}

// Barriers that not all reach.

KERNEL(barrier_of_some) {
  box[ITEM] = in[I];
  if (ITEM < FAULT(7, 256)) BARRIER;  //! divergent-barrier
  out[I] = box[ITEM];
}

KERNEL(barrier_after_return) {
  if (in[I] % 256 == FAULT(9, 999)) return;
  BARRIER;  //! divergent-barrier
  out[I] = 1;
}

KERNEL(barrier_after_return_of_waves) {
  if (ITEM >= FAULT(128, 256)) return;
  BARRIER;  //! divergent-barrier
  out[I] = 1;
}

KERNEL(barrier_in_loop) {
  for (uint i = 0; i < FAULT(1 + ITEM % 3, 2); ++i) {
    BARRIER;  //! divergent-barrier
    out[I] += 1;
  }
}

KERNEL(barrier_here_and_there) {
  if (ITEM < FAULT(128, 256)) {
    out[I] = 1;
    BARRIER;  //! divergent-barrier
    out[I] += 1;
  } else {
    BARRIER;
    out[I] = 3;
  }
}

KERNEL(endless) {
  while (atomic_or(&out[I], 0) == FAULT(0, 1)) {  //! endless
  }
}

#ifdef __IMAGE_SUPPORT__
#define IMAGE_KERNEL(name) \
  kernel void name(global uint* in, global uint* out, local uint* box, uint n, global uint* none, read_write image2d_t image)
// Run without optimisation, as others.
#define PLAIN_IMAGE_KERNEL(name) IMAGE_KERNEL(name)

IMAGE_KERNEL(image_write_beyond) {
  write_imageui(image, (int2)(I % 32, I / 32 + FAULT(1, 0)), in[I]);  //! out-of-bounds
}

IMAGE_KERNEL(image_write_before) {
  write_imageui(image, (int2)((int)(I % 32) - FAULT(1, 0), I / 32), in[I]);  //! out-of-bounds
}

IMAGE_KERNEL(image_read_beyond) {
  out[I] = read_imageui(image, (int2)(I % 32 + FAULT(1, 0), I / 32)).x;  //! out-of-bounds
}

IMAGE_KERNEL(image_one_texel) {
  if (FAULT(1, I == 3)) write_imageui(image, (int2)(3, 3), I);  //! race
}

IMAGE_KERNEL(image_neighbour) {
  if (ITEM >= SIZE - 32 && GROUP == 0) write_imageui(image, (int2)(I % 32, I / 32), in[I]);
  if (GROUP == FAULT(1, 0)) out[I] = read_imageui(image, (int2)(ITEM % 32, SIZE / 32 - FAULT(1, 2))).x;  //! race
}

PLAIN_IMAGE_KERNEL(image_unset_texel) {
  uint4 colour;
  FAULT(if (n == 0) colour = 1, colour = 1);
  write_imageui(image, (int2)(I % 32, I / 32), colour);  //! uninitialised
}

PLAIN_IMAGE_KERNEL(image_unset_place) {
  int y;
  FAULT(if (n == 0) y = 1, y = 1);
  out[I] = read_imageui(image, (int2)(I % 32, y & 31)).x;  //! uninitialised
}
#endif
