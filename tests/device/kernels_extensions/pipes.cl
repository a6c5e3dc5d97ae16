// Each work-item writes packets into a pipe, or reads them, and tells what the functions answered.
typedef struct {
  uint number;
  uchar of_bytes[8];
} Packet;

Packet make_packet(uint number) {
  const Packet packet = {.number = number, .of_bytes[7] = number};
  return packet;
}

#define OF_TYPE(NAME, T, VALUE, NUMBER)                                             \
  kernel void write_##NAME(write_only pipe T p, global int* answers) {              \
    const uint i = get_global_id(0);                                                \
    T packet = VALUE;                                                               \
    answers[i] = write_pipe(p, &packet);                                            \
  }                                                                                 \
  kernel void read_##NAME(read_only pipe T p, global int* answers, global uint* numbers) { \
    const uint i = get_global_id(0);                                                \
    T packet;                                                                       \
    answers[i] = read_pipe(p, &packet);                                             \
    numbers[i] = answers[i] == 0 ? (uint)(NUMBER) : 0xffffffff;                     \
  }
OF_TYPE(int, int, i, packet)
OF_TYPE(uchar, uchar, i, packet)
OF_TYPE(short3, short3, i, all(packet == packet.s0) ? packet.s0 : -2)
OF_TYPE(ulong16, ulong16, i, all(packet == packet.s0) ? packet.s0 : -2)
OF_TYPE(struct, Packet, make_packet(i), packet.of_bytes[7] == (uchar)packet.number ? packet.number : -2)

// A reservation of three packets for each work-item, of which it leaves none out.
kernel void write_reserved(write_only pipe int p, global int* answers) {
  const uint i = get_global_id(0);
  const reserve_id_t id = reserve_write_pipe(p, 3);
  answers[i] = is_valid_reserve_id(id) ? 0 : -1;
  if (answers[i] != 0) return;
  for (uint k = 0; k < 4; ++k) {  // the fourth is not its own
    int packet = 3 * i + k;
    answers[i] += write_pipe(p, id, k, &packet) == 0;
  }
  commit_write_pipe(p, id);
}
kernel void read_reserved(read_only pipe int p, global int* answers, global uint* numbers) {
  const uint i = get_global_id(0);
  const reserve_id_t id = reserve_read_pipe(p, 3);
  answers[i] = is_valid_reserve_id(id) ? 0 : -1;
  if (answers[i] != 0) return;
  for (uint k = 0; k < 4; ++k) {
    int packet = -1;
    answers[i] += read_pipe(p, id, k, &packet) == 0;
    if (k < 3) numbers[3 * i + k] = packet;
  }
  commit_read_pipe(p, id);
}

// One reservation for each group, in which each work-item has its packet.
#define OF_GROUPS(GROUP, SIZE, INDEX)                                               \
  kernel void write_##GROUP(write_only pipe int p, global int* answers) {           \
    const uint i = get_global_id(0);                                                \
    const reserve_id_t id = GROUP##_reserve_write_pipe(p, SIZE);                    \
    int packet = i;                                                                 \
    answers[i] = is_valid_reserve_id(id) ? write_pipe(p, id, INDEX, &packet) : -1;  \
    if (is_valid_reserve_id(id)) GROUP##_commit_write_pipe(p, id);                  \
  }                                                                                 \
  kernel void read_##GROUP(read_only pipe int p, global int* answers, global uint* numbers) { \
    const uint i = get_global_id(0);                                                \
    const reserve_id_t id = GROUP##_reserve_read_pipe(p, SIZE);                     \
    int packet = -1;                                                                \
    answers[i] = is_valid_reserve_id(id) ? read_pipe(p, id, INDEX, &packet) : -1;   \
    numbers[i] = packet;                                                            \
    if (is_valid_reserve_id(id)) GROUP##_commit_read_pipe(p, id);                   \
  }
OF_GROUPS(work_group, get_local_size(0), get_local_id(0))
OF_GROUPS(sub_group, get_sub_group_size(), get_sub_group_local_id())

kernel void count_packets(read_only pipe int p, global uint* counts) {
  counts[0] = get_pipe_num_packets(p);
  counts[1] = get_pipe_max_packets(p);
}
