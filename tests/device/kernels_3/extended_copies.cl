// Each work-group copies lines, or planes of lines, from `in` to its box, and from there to `out`. `boxes` shows what is
// in the boxes then. Lengths are in elements of `size` bytes.
typedef struct {
  uint size, line, lines, planes;
  uint in_offset, in_line, in_plane, box_offset, box_line, box_plane, out_offset, out_line, out_plane;
  uint group_in, group_out, box_bytes;
} shape_t;

#define COPIES(NAME, IN, OUT)                                                                                \
  kernel void NAME(global const uchar* in, global uchar* boxes, global uchar* out, shape_t s, local uchar* box) { \
    const uint group = get_group_id(0) + get_group_id(1) * get_num_groups(0);                                \
    const uint item = get_local_id(0) + get_local_id(1) * get_local_size(0);                                 \
    const uint items = get_local_size(0) * get_local_size(1);                                                \
    for (uint i = item; i < s.box_bytes; i += items) box[i] = 0xee;                                          \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                            \
    event_t e = IN;                                                                                          \
    wait_group_events(1, &e);                                                                                \
    for (uint i = item; i < s.box_bytes; i += items) boxes[group * s.box_bytes + i] = box[i];                \
    for (uint i = item; i < s.box_bytes; i += items) box[i] ^= 0x55;                                         \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                            \
    event_t done[2];                                                                                         \
    done[0] = OUT;                                                                                           \
    done[1] = async_work_group_copy(box, in, (size_t)0, done[0]);                                            \
    wait_group_events(2, done);                                                                              \
  }

COPIES(lines,
       async_work_group_copy_2D2D(box, s.box_offset, in, s.in_offset + group * s.group_in, s.size, s.line, s.lines,
                                  s.in_line, s.box_line, 0),
       async_work_group_copy_2D2D(out, s.out_offset + group * s.group_out, box, s.box_offset, s.size, s.line, s.lines,
                                  s.box_line, s.out_line, 0))
COPIES(planes,
       async_work_group_copy_3D3D(box, s.box_offset, in, s.in_offset + group * s.group_in, s.size, s.line, s.lines,
                                  s.planes, s.in_line, s.in_plane, s.box_line, s.box_plane, 0),
       async_work_group_copy_3D3D(out, s.out_offset + group * s.group_out, box, s.box_offset, s.size, s.line, s.lines,
                                  s.planes, s.box_line, s.box_plane, s.out_line, s.out_plane, 0))
