// Pipes for libclc-cuda.so, which makes them (empty_pipe() in drivers/cuda/device.cpp): a ring of packets that work-items of any kernels write
// and read at once, without waiting for each other.

#define INNER static __attribute__((always_inline, convergent))
#define FN __attribute__((always_inline, convergent))

// `state` is twice the round in which a packet may be written here, and one more from then on until it is read.
typedef struct {
  atomic_ulong state;
  ulong count;  // of the packets of the reservation that begins here
} Slot;

// Positions count packets since the pipe was made: the driver fills all with zeros but `room`.
typedef struct {
  atomic_ulong written, read;
  uint room;
  uint reserved[11];
  Slot slots[];
} Ring;

typedef ulong __attribute__((may_alias)) Word8;
typedef uint __attribute__((may_alias)) Word4;
typedef ushort __attribute__((may_alias)) Word2;

INNER ulong load(global atomic_ulong* number) {
  return atomic_load_explicit(number, memory_order_relaxed, memory_scope_device);
}

INNER global Slot* slot_at(global Ring* ring, ulong position) { return &ring->slots[position % ring->room]; }

INNER global void* packet_at(global Ring* ring, ulong position, uint size) {
  const ulong packets = (sizeof(Ring) + ring->room * sizeof(Slot) + 127) / 128 * 128;
  return (global uchar*)ring + packets + position % ring->room * size;
}

// True when each of the packets' places is in the state of its round and `is_written`.
INNER bool are_ready(global Ring* ring, ulong position, uint count, ulong is_written) {
  const uint room = ring->room;
#pragma unroll 1
  for (ulong i = position; i != position + count; ++i) {
    const ulong state = atomic_load_explicit(&ring->slots[i % room].state, memory_order_acquire, memory_scope_device);
    if (state != i / room * 2 + is_written) return false;
  }
  return true;
}

// Zero, or one more than the position of the first of `count` packets.
INNER ulong reserve(global Ring* ring, global atomic_ulong* end, uint count, ulong is_written) {
  if (count == 0 || count > ring->room) return 0;
  ulong position = load(end);
  for (;;) {
    const ulong before = position;
    if (!are_ready(ring, before, count, is_written)) {
      position = load(end);
      if (position == before) return 0;
    } else if (atomic_compare_exchange_strong_explicit(end, &position, before + count, memory_order_relaxed,
                                                       memory_order_relaxed, memory_scope_device)) {
      slot_at(ring, before)->count = count;
      return before + 1;
    }
  }
}

INNER ulong reserve_read(global Ring* ring, uint count) { return reserve(ring, &ring->read, count, 1); }
INNER ulong reserve_write(global Ring* ring, uint count) { return reserve(ring, &ring->written, count, 0); }

INNER void commit(global Ring* ring, ulong position, ulong count, ulong step) {
  const uint room = ring->room;
#pragma unroll 1
  for (ulong i = position; i != position + count; ++i) {
    atomic_store_explicit(&ring->slots[i % room].state, i / room * 2 + step, memory_order_release, memory_scope_device);
  }
}

INNER void commit_all(global Ring* ring, ulong id, ulong step) {
  if (id != 0) commit(ring, id - 1, slot_at(ring, id - 1)->count, step);
}

INNER void commit_read(global Ring* ring, ulong id) { commit_all(ring, id, 2); }
INNER void commit_write(global Ring* ring, ulong id) { commit_all(ring, id, 1); }

// The size is a multiple of the alignment, and both are constants where this is inlined.
INNER void copy(void* to, const void* from, uint size, uint alignment) {
  if (alignment % 8 == 0) {
    for (uint i = 0; i < size / 8; ++i) ((Word8*)to)[i] = ((const Word8*)from)[i];
  } else if (alignment == 4) {
    for (uint i = 0; i < size / 4; ++i) ((Word4*)to)[i] = ((const Word4*)from)[i];
  } else if (alignment == 2) {
    for (uint i = 0; i < size / 2; ++i) ((Word2*)to)[i] = ((const Word2*)from)[i];
  } else {
    for (uint i = 0; i < size; ++i) ((uchar*)to)[i] = ((const uchar*)from)[i];
  }
}

FN int __read_pipe_2(global Ring* ring, void* to, uint size, uint alignment) {
  const ulong id = reserve_read(ring, 1);
  if (id == 0) return -1;
  copy(to, packet_at(ring, id - 1, size), size, alignment);
  commit(ring, id - 1, 1, 2);
  return 0;
}

FN int __write_pipe_2(global Ring* ring, void* from, uint size, uint alignment) {
  const ulong id = reserve_write(ring, 1);
  if (id == 0) return -1;
  copy(packet_at(ring, id - 1, size), from, size, alignment);
  commit(ring, id - 1, 1, 1);
  return 0;
}

INNER bool has_packet(global Ring* ring, ulong id, uint index) {
  return id != 0 && index < slot_at(ring, id - 1)->count;
}

FN int __read_pipe_4(global Ring* ring, void* id, uint index, void* to, uint size, uint alignment) {
  if (!has_packet(ring, (ulong)id, index)) return -1;
  copy(to, packet_at(ring, (ulong)id - 1 + index, size), size, alignment);
  return 0;
}

FN int __write_pipe_4(global Ring* ring, void* id, uint index, void* from, uint size, uint alignment) {
  if (!has_packet(ring, (ulong)id, index)) return -1;
  copy(packet_at(ring, (ulong)id - 1 + index, size), from, size, alignment);
  return 0;
}

bool is_valid(void* id) __asm("_Z19is_valid_reserve_id13ocl_reserveid");
FN bool is_valid(void* id) { return id != 0; }

// One work-item reserves for all of its group, and commits when all have come there.
#define OF_GROUP(GROUP, IS_FIRST, BROADCAST, BARRIER, KIND)                                     \
  FN void* __##GROUP##_reserve_##KIND##_pipe(global Ring* ring, uint count, uint size, uint alignment) { \
    return (void*)BROADCAST(IS_FIRST ? reserve_##KIND(ring, count) : 0, 0);                     \
  }                                                                                             \
  FN void __##GROUP##_commit_##KIND##_pipe(global Ring* ring, void* id, uint size, uint alignment) { \
    BARRIER(CLK_GLOBAL_MEM_FENCE);                                                              \
    if (IS_FIRST) commit_##KIND(ring, (ulong)id);                                               \
  }

#define FUNCTIONS(KIND)                                                                         \
  FN void* __reserve_##KIND##_pipe(global Ring* ring, uint count, uint size, uint alignment) {  \
    return (void*)reserve_##KIND(ring, count);                                                  \
  }                                                                                             \
  FN void __commit_##KIND##_pipe(global Ring* ring, void* id, uint size, uint alignment) {      \
    commit_##KIND(ring, (ulong)id);                                                             \
  }                                                                                             \
  OF_GROUP(work_group, get_local_linear_id() == 0, work_group_broadcast, work_group_barrier, KIND) \
  OF_GROUP(sub_group, get_sub_group_local_id() == 0, sub_group_broadcast, sub_group_barrier, KIND)
FUNCTIONS(read)
FUNCTIONS(write)

#define QUERIES(END)                                                                            \
  FN uint __get_pipe_num_packets_##END(global Ring* ring, uint size, uint alignment) {          \
    const ulong read = load(&ring->read);                                                       \
    return (uint)(load(&ring->written) - read);                                                 \
  }                                                                                             \
  FN uint __get_pipe_max_packets_##END(global Ring* ring, uint size, uint alignment) { return ring->room; }
QUERIES(ro)
QUERIES(wo)
