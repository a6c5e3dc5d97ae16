// The checks of instrumented kernels (clc compile --sanitize). kernel_checks.cpp places the calls; the layout of the
// buffer is that of clc/internal/check_table.h, and the enumerators below have its order.
enum {
  k_regions,
  k_regions_at,
  k_slots_at,
  k_stops,
  k_local_at,
  k_local_groups,
  k_local_bytes,
  k_local_shift,
  k_global_at,
  k_global_words,
  k_atomics_at,
  k_barriers_at,
  k_groups,
  k_sub_groups_at,
  k_items,
  k_zero,
  k_meetings_at,
  k_group_size,
  k_global_size = k_group_size + 3,
  k_offset = k_global_size + 3
};
enum { k_region_words = 6, k_slot_words = 16, k_barrier_words = 2, k_vote_words = 2, k_meeting_words = 6 };

// The words that a shadow has of each granule. Those of the same kind lie beside each other in a plane, so that items
// beside each other access words beside each other. The last two are of global memory only.
enum { k_writer, k_reader, k_writer_place, k_value, k_reader_place, k_local_words, k_writer_group = k_local_words, k_reader_group };

// Kinds of accesses; checked_accesses.h has the same.
// k_differs: `value` says nothing; k_unread: no item reads local memory that is written; k_beside_copies: the kernel has
// asynchronous copies.
enum { k_read = 0, k_write = 1, k_atomic = 2, k_differs = 4, k_unread = 8, k_beside_copies = 16 };

// A record of a shadow names an item of a group and the number of barriers before; that of a group is its number and 1.
// Their highest bit says that the write was atomic, or that several have read. A record of an asynchronous copy names no
// item, and has the number of the copy.
#define FLAG 0x80000000u
#define ITEM 0xfffu
#define EPOCH 0x7ffff000u
#define COPY ITEM      // the author of copies
#define MOST_IN_FLIGHT 32  // copies of different events; older ones count as waited for
#define BY_NOBODY 1u  // of epoch 0, in which nothing happens

// The knowledge of an item about itself; at most 112 bytes, see check_writer.cpp. Only functions that are inlined take
// it, so that it stays in registers.
typedef struct {
  global uint* words;
  ulong group;
  global uint* local_shadow;  // of the group's local memory
  global uint* global_shadow;
  global uint* atomics;       // of the group; null: not counted
  uint local_bytes, local_plane, global_plane;  // no bytes: the group has no shadow
  uint self, item, items, epoch;                // `item` is the author of accesses, `self` the item
  volatile uint barriers;                       // registers have any values behind a barrier that not all reach
  uint votes, counted[2];                       // votes that were held, and items that were for it in every second one
  uint sub_group, sub_items, sub_calls;         // of functions that all items of a sub-group must reach
  uint copies, landed, shared;                  // of asynchronous copies: see clc_check_copy_begins()
  uint zero;                                    // keeps compilers from knowing what is read again
} State;

#define INLINED __attribute__((always_inline))
// Reports are calls, which keep kernels small; what is usual is inline, so that drivers can make vectors of it.
#define CALLED __attribute__((noinline))
// Before what happens rarely. Drivers that make vectors of items execute both sides of a condition, but no loop that no item
// enters; compilers do not know that it has one iteration.
#define RARELY(s) for (uint once = 1; once != 0; once = (s)->zero)

INLINED static uint next_item(private State* s) { return s->self + 1 == s->items ? 0 : s->self + 1; }
INLINED static ulong number_of(global const uint* low) { return low[0] | (ulong)low[1] << 32; }

INLINED static ulong group_here() {
  return ((ulong)get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0);
}
INLINED static uint item_here() {
  return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0));
}

INLINED void clc_check_begin(private State* s, global uint* words) {
  s->words = words;
  s->group = group_here();
  s->items = (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));
  s->self = item_here();
  s->item = s->self;
  // By these the host tells ids from a group and an item.
  if (s->group == 0 && s->self == 0) {
    for (uint d = 0; d < 3; ++d) {
      words[k_group_size + d] = (uint)get_local_size(d);
      words[k_global_size + d] = (uint)get_global_size(d);
      words[k_offset + d] = (uint)get_global_offset(d);
    }
  }
  const bool has_local = s->group < words[k_local_groups];
  s->local_bytes = has_local ? words[k_local_bytes] : 0;
  s->local_plane = (words[k_local_bytes] >> words[k_local_shift]) + 1;
  s->local_shadow = words + words[k_local_at] + (has_local ? s->group * s->local_plane * k_local_words : 0);
  s->global_plane = words[k_global_words];
  s->global_shadow = words + words[k_global_at];
  s->atomics = 0;
  s->epoch = 1;
  s->barriers = s->votes = s->counted[0] = s->counted[1] = 0;
  s->copies = s->landed = s->shared = 0;
  s->zero = words[k_zero];
}

INLINED static global uint* region(global uint* words, uint index) {
  return words + words[k_regions_at] + index * k_region_words;
}

INLINED ulong clc_check_size(private State* s, uint index) { return number_of(region(s->words, index) + 2); }
INLINED ulong clc_check_shadow(private State* s, uint index) { return number_of(region(s->words, index) + 4); }

// Counts the items of a sub-group as one: whoever uses the functions of sub-groups orders their accesses by them.
INLINED void clc_check_sub_groups(private State* s, uint sub_group) { s->item = sub_group; }

// Records where an argument points; all items write the same.
INLINED void clc_check_base(private State* s, uint index, ulong address) {
  global uint* at = region(s->words, index);
  at[0] = (uint)address;
  at[1] = (uint)(address >> 32);
}

// Group and item are arguments, because PoCL 6 knows no ids in functions that are called. Intel's driver for CPUs makes such a call of
// vectors, and in a loop that only a report ends it then waits for ever: there the function asks.
static CALLED void fill_slot(global uint* words, ulong group, uint item, uint place, uint other, uint who, ulong first, ulong second) {
  global uint* slot = words + words[k_slots_at] + place * k_slot_words;
  if (*(volatile global uint*)slot >= FLAG || atomic_inc(slot) != 0) return;
#ifdef CLC_ASKS_FOR_IDS
  group = group_here();
  item = item_here();
#endif
  slot[1] = other;
  slot[2] = (uint)group;
  slot[3] = (uint)(group >> 32);
  slot[4] = item;
  slot[8] = (uint)first;
  slot[9] = (uint)(first >> 32);
  slot[10] = (uint)second;
  slot[11] = (uint)(second >> 32);
  slot[12] = who;
}

// A report that names no other access.
INLINED static void tell(private State* s, uint place, uint other, ulong first, ulong second) {
  fill_slot(s->words, s->group, s->self, place, other, 0, first, second);
}
INLINED void clc_check_report(private State* s, uint place, ulong first, ulong second) {
  RARELY(s) tell(s, place, 0, first, second);
}

// Tells behind a report whether the item ends.
INLINED uint clc_check_stops(private State* s) { return s->words[k_stops]; }

// Looks for an address in all memory that is known; returns 0 for one that is nowhere.
static CALLED uint find_anywhere(global uint* words, ulong group, uint item, uint place, ulong address, ulong bytes) {
  const uint regions = words[k_regions];
  for (uint i = 0; i < regions; ++i) {
    global uint* at = region(words, i);
    const ulong offset = address - number_of(at), size = number_of(at + 2);
    if (bytes <= size && offset <= size - bytes) return 1;
  }
  fill_slot(words, group, item, place, 0, 0, address, 0);
  return 0;
}
INLINED uint clc_check_anywhere(private State* s, uint place, ulong address, ulong bytes) {
  return find_anywhere(s->words, s->group, s->self, place, address, bytes);
}

// A granule of a shadow, by its first word.
typedef struct {
  global uint* words;
  uint plane;
} Granule;

INLINED static global uint* word_of(Granule one, uint kind) { return one.words + (ulong)kind * one.plane; }

// `first` is a multiple of all granules. A word for each 4 bytes needs no shift: compilers see then that items beside each
// other access words beside each other.
INLINED static Granule granule_at(global uint* shadow, uint plane, ulong first, ulong offset, uint shift) {
  const ulong to = shift <= 2 ? offset << (2 - shift) : offset >> shift << 2;
  const Granule one = {(global uint*)((global uchar*)(shadow + (first >> shift)) + to), plane};
  return one;
}

// One access, as its records name it.
typedef struct {
  global uint* words;
  uint place, kind, value;
  ulong at;
  uint mine, me;  // the group and 1, 0 for local memory; the item and its epoch
} Access;

INLINED static bool is_now(uint record, uint me) { return ((record ^ me) & EPOCH) == 0; }
// True where the record is of another item in this period between barriers.
INLINED static bool is_beside(uint record, uint me) { return is_now(record, me) && ((record ^ me) & ITEM) != 0; }

INLINED static uint count_of(global uint* words, uint group) {
  const uint at = words[k_atomics_at];
  return at == 0 || group >= words[k_groups] ? 0 : *(volatile global uint*)(words + at + group);
}

// True where the record is of a copy that nobody has waited for. Other items may have begun newer ones.
INLINED static bool is_in_flight(private State* s, uint record) {
  const uint age = (s->copies - (record >> 12)) & (EPOCH >> 12);
  return (record & ITEM) == COPY && (age > EPOCH >> 13 || (age < MOST_IN_FLIGHT && (s->landed >> age & 1) == 0));
}
INLINED static bool is_copy(Access a, uint record) { return (a.kind & k_beside_copies) != 0 && (record & ITEM) == COPY; }
// True where what the record tells of may take place at the same time.
INLINED static bool may_be_now(private State* s, Access a, uint record) {
  return is_copy(a, record) ? is_in_flight(s, record) : is_beside(record, a.me);
}

// Words of a report about who else accessed: a group or an item, as a writer, a reader or one of several readers, or a copy.
enum { k_by_writer, k_by_reader, k_by_readers, k_of_items, k_by_copy = 2 * k_of_items };

// Reports a write that conflicts with what another has written. Authors that both did atomic operations, the first after
// its access, may have agreed on an order.
static CALLED void record_writer(global uint* words, ulong here, uint item, uint place, uint mine, ulong at, uint who, uint by, uint written) {
  if (mine != 0 && count_of(words, mine - 1) != 0) {
    const uint group = by >= k_of_items ? mine - 1 : who - 1;
    if ((count_of(words, group) & 0xffff) != written >> 16) return;
  }
  fill_slot(words, here, item, place, (written & 0xffff) + 1, who, at, by);
}
INLINED static void report_writer(private State* s, Access a, Granule one, uint who, uint by) {
  if (by != k_by_copy && (a.kind & k_write) != 0 && (a.kind & k_differs) == 0 && *word_of(one, k_value) == a.value) return;
  RARELY(s) record_writer(a.words, s->group, s->self, a.place, a.mine, a.at, who, by, *word_of(one, k_writer_place));
}

static CALLED void record_readers(global uint* words, ulong here, uint item, uint place, uint mine, ulong at, uint who, uint by, uint read) {
  if (mine != 0 && count_of(words, mine - 1) != 0) return;  // an order may have been agreed on
  fill_slot(words, here, item, place, (read & 0xffff) + 1, who, at, by);
}
INLINED static void report_readers(private State* s, Access a, Granule one, uint who, uint by) {
  RARELY(s) record_readers(a.words, s->group, s->self, a.place, a.mine, a.at, who, by, *word_of(one, k_reader_place));
}

// The checks of local memory. All shadows have plain accesses, not atomic ones: those of all items at the same granules
// would take most of the time. Of two that write a record at once, one reads back the other's.
INLINED static void check_local_writer(private State* s, Access a, Granule one, uint writer) {
  if (may_be_now(s, a, writer) && ((a.kind & k_atomic) == 0 || (writer & FLAG) == 0))
    report_writer(s, a, one, writer & ITEM, is_copy(a, writer) ? k_by_copy : k_by_writer);
}
INLINED static void check_local_readers(private State* s, Access a, Granule one, uint reader) {
  if (!(may_be_now(s, a, reader) || (is_now(reader, a.me) && (reader & FLAG) != 0))) return;
  report_readers(s, a, one, reader & ITEM, is_copy(a, reader) ? k_by_copy : (reader & FLAG) != 0 ? k_by_readers : k_by_reader);
}

INLINED static void read_local(private State* s, Access a, Granule one) {
  const uint before = *word_of(one, k_reader);
  const bool is_copied = is_copy(a, before), is_read = !is_copied && is_now(before, a.me);
  if ((a.kind & k_atomic) == 0 && !(is_read && (before == a.me || (before & FLAG) != 0)) && !(is_copied && is_in_flight(s, before))) {
    const uint mine = is_read ? a.me | FLAG : a.me;
    *word_of(one, k_reader) = mine;
    *word_of(one, k_reader_place) = a.place;
    if (word_of(one, k_reader)[s->zero] != mine) *word_of(one, k_reader) = mine | FLAG;
  }
  check_local_writer(s, a, one, *word_of(one, k_writer));
}

INLINED static void write_local(private State* s, Access a, Granule one) {
  const uint before = *word_of(one, k_writer), reader = (a.kind & k_unread) != 0 ? 0 : *word_of(one, k_reader);
  check_local_writer(s, a, one, before);
  check_local_readers(s, a, one, reader);
  // Behind its own plain write, an author's atomic operation is no excuse.
  const uint mine = a.me | ((a.kind & k_atomic) != 0 && before != a.me ? FLAG : 0);
  *word_of(one, k_value) = a.value;
  *word_of(one, k_writer_place) = a.place;
  *word_of(one, k_writer) = mine;
  // Several that write the same value at once do no harm: of those before, and of those in the same instruction.
  const uint now = word_of(one, k_writer)[s->zero];
  if (now != mine) check_local_writer(s, a, one, now);
}

INLINED static uint mark_of_group(ulong group) { return ((uint)group + 1) & ~FLAG; }
INLINED static uint stamp_of(private State* s) { return (s->epoch << 12 & EPOCH) | min(s->item, COPY - 1); }

INLINED static bool has_local_shadow(private State* s, ulong at, ulong bytes) {
  return bytes != 0 && bytes <= s->local_bytes && at <= s->local_bytes - bytes;
}

// An access of local memory, before a read and after a write. `shift` is that of the kernel.
// Each item takes a share of the granules of an access that all do together: the next one's, as an item's own are often those
// that it has written.
INLINED void clc_check_local(private State* s, uint place, uint kind, ulong first, ulong offset, ulong bytes, uint value,
                             uint shift, uint is_of_group) {
  const ulong at = first + offset;
  if (!has_local_shadow(s, at, bytes)) return;
  const Access a = {s->words, place & 0xffff, kind, value, offset, 0, stamp_of(s)};
  const uint granules = (uint)((bytes + (1u << shift) - 1) >> shift);
  for (uint i = is_of_group != 0 ? next_item(s) : 0; i < granules; i += is_of_group != 0 ? s->items : 1) {
    const Granule one = granule_at(s->local_shadow + i, s->local_plane, first, offset, shift);
    if ((kind & k_write) == 0)
      read_local(s, a, one);
    else
      write_local(s, a, one);
  }
}

// Local memory that is written by what is no item alone, such as async_work_group_copy(), or without checks of races.
INLINED void clc_check_written(private State* s, ulong first, ulong offset, ulong bytes, uint shift) {
  const ulong at = first + offset;
  if (!has_local_shadow(s, at, bytes)) return;
  const uint granules = (uint)((bytes + (1u << shift) - 1) >> shift);
  for (uint i = 0; i < granules; ++i) {
    global uint* writer = granule_at(s->local_shadow + i, s->local_plane, first, offset, shift).words;
    if (*writer == 0) *writer = BY_NOBODY;
  }
}

INLINED void clc_check_initialised(private State* s, uint place, ulong first, ulong offset, ulong bytes, uint shift,
                                   uint is_of_group) {
  const ulong at = first + offset;
  if (!has_local_shadow(s, at, bytes)) return;
  const uint granules = (uint)((bytes + (1u << shift) - 1) >> shift);
  for (uint i = is_of_group != 0 ? s->self : 0; i < granules; i += is_of_group != 0 ? s->items : 1) {
    if (*granule_at(s->local_shadow + i, s->local_plane, first, offset, shift).words == 0)
      RARELY(s) tell(s, place, 0, offset, 0);
  }
}

// The checks of global memory, by groups and by items of the same group. What a group did last stands in for all of it.
INLINED static void check_global_writer(private State* s, Access a, Granule one, uint group, uint stamp) {
  const bool is_other = (group & ~FLAG) != a.mine, is_atomic = (a.kind & k_atomic) != 0;
  if (group == 0 || !(is_other || may_be_now(s, a, stamp))) return;
  if (!is_atomic || ((is_other ? group : stamp) & FLAG) == 0)
    report_writer(s, a, one, is_other ? group & ~FLAG : stamp & ITEM,
                  is_other ? k_by_writer : is_copy(a, stamp) ? k_by_copy : k_of_items + k_by_writer);
}
INLINED static void check_global_readers(private State* s, Access a, Granule one, uint group, uint stamp) {
  if (group == 0) return;
  const bool are_others = group != a.mine;
  const uint by = ((are_others ? group : stamp) & FLAG) != 0 ? k_by_readers : k_by_reader;
  if (are_others)
    report_readers(s, a, one, group & ~FLAG, by);
  else if (may_be_now(s, a, stamp) || (is_now(stamp, a.me) && by == k_by_readers))
    report_readers(s, a, one, stamp & ITEM, is_copy(a, stamp) ? k_by_copy : k_of_items + by);
}

INLINED static void read_global(private State* s, Access a, Granule one) {
  const uint group = *word_of(one, k_reader_group), before = *word_of(one, k_reader);
  const bool is_mine = (group & ~FLAG) == a.mine, is_copied = is_copy(a, before), is_read = is_mine && !is_copied && is_now(before, a.me);
  if ((a.kind & k_atomic) == 0 && !(is_read && (before == a.me || (before & FLAG) != 0)) && !(is_copied && is_mine && is_in_flight(s, before))) {
    const uint groups = is_mine ? group : a.mine | (group != 0 ? FLAG : 0), mine = is_read ? a.me | FLAG : a.me;
    *word_of(one, k_reader_group) = groups;
    *word_of(one, k_reader) = mine;
    *word_of(one, k_reader_place) = a.place;
    const uint group_now = word_of(one, k_reader_group)[s->zero], now = word_of(one, k_reader)[s->zero];
    if (group_now != groups) *word_of(one, k_reader_group) = groups | FLAG;
    if (now != mine) *word_of(one, k_reader) = mine | FLAG;
  }
  const uint writer = *word_of(one, k_writer_group);
  if (writer != 0) check_global_writer(s, a, one, writer, *word_of(one, k_writer));
}

INLINED static void write_global(private State* s, Access a, Granule one, uint released) {
  const uint before = *word_of(one, k_writer_group), reader = *word_of(one, k_reader_group);
  uint stamp = 0;
  if ((before | reader) != 0) RARELY(s) {
    stamp = *word_of(one, k_writer);
    check_global_writer(s, a, one, before, stamp);
    check_global_readers(s, a, one, reader, *word_of(one, k_reader));
  }
  // Behind its own plain write, an author's atomic operation is no excuse.
  const bool is_atomic = (a.kind & k_atomic) != 0;
  const uint groups = a.mine | (is_atomic && before != a.mine ? FLAG : 0);
  const uint mine = a.me | (is_atomic && !((before & ~FLAG) == a.mine && stamp == a.me) ? FLAG : 0);
  *word_of(one, k_value) = a.value;
  *word_of(one, k_writer_place) = a.place | released;
  *word_of(one, k_writer) = mine;
  *word_of(one, k_writer_group) = groups;
  const uint group_now = word_of(one, k_writer_group)[s->zero], now = word_of(one, k_writer)[s->zero];
  if (group_now != groups || now != mine) check_global_writer(s, a, one, group_now, now);
}

// An access of global memory, at a byte of the shadow's whole range.
INLINED void clc_check_global(private State* s, uint place, uint kind, ulong first, ulong offset, ulong size, ulong bytes,
                              uint value, uint shift) {
  if (bytes == 0 || bytes > size || offset > size - bytes) return;
  const Access a = {s->words, place & 0xffff, kind, value, offset, mark_of_group(s->group), stamp_of(s)};
  const uint released = s->atomics == 0 ? 0 : *(volatile global uint*)s->atomics << 16;
  const uint granules = (uint)((bytes + (1u << shift) - 1) >> shift);
  for (uint i = 0; i < granules; ++i) {
    const Granule one = granule_at(s->global_shadow + i, s->global_plane, first, offset, shift);
    if ((kind & k_write) == 0)
      read_global(s, a, one);
    else
      write_global(s, a, one, released);
  }
}

// The same for a read of what the kernel writes by another pointer, if at all: the call keeps the usual way short.
static CALLED void read_elsewhere(global uint* words, ulong group, uint item, uint me, uint copies, uint landed, uint place,
                                  uint kind, ulong first, ulong offset, ulong bytes, uint shift) {
  State s = {.words = words, .group = group, .self = item, .copies = copies, .landed = landed, .zero = words[k_zero]};
  const Access a = {words, place & 0xffff, kind, 0, offset, mark_of_group(group), me};
  const uint granules = (uint)((bytes + (1u << shift) - 1) >> shift);
  for (uint i = 0; i < granules; ++i)
    read_global(&s, a, granule_at(words + words[k_global_at] + i, words[k_global_words], first, offset, shift));
}
INLINED void clc_check_read_elsewhere(private State* s, uint place, uint kind, ulong first, ulong offset, ulong size,
                                      ulong bytes, uint value, uint shift) {
  if (bytes == 0 || bytes > size || offset > size - bytes) return;
  read_elsewhere(s->words, s->group, s->self, stamp_of(s), s->copies, s->landed, place, kind, first, offset, bytes, shift);
}

// Asynchronous copies take place from where they begin to where they are waited for, whatever barriers are between. Items
// share the records of a copy that they do together, from `begin` on.
// Events are numbered from 1, and copies that share an event have its number. The newest one is `copies`, and bit N of
// `landed` tells that the one before it by N was waited for.
INLINED void clc_check_copy_begins(private State* s, uint shared) { s->shared = shared; }
INLINED uint clc_check_copy_begun(private State* s) {
  const uint event = s->shared, age = s->copies - event;
  s->shared = 0;
  if (event == 0) {
    s->landed <<= 1;
    return ++s->copies;
  }
  if (age < MOST_IN_FLIGHT) s->landed &= ~(1u << age);
  return event;
}
// Behind a wait for all events but the newest ones, and for those of a list.
INLINED void clc_check_copied(private State* s, uint left) {
  if (left < MOST_IN_FLIGHT) s->landed |= ~0u << left;
}
// `numbers` has room for `most`, and the list begins at one of them.
INLINED void clc_check_copied_of(private State* s, int events, private const uint* numbers, ulong first, ulong most) {
  for (int i = 0; i < events && first + i < most; ++i) {
    const uint event = numbers[first + i], age = s->copies - event;
    if (event != 0 && age < MOST_IN_FLIGHT) s->landed |= 1u << age;
  }
}

typedef struct {
  ulong group;
  uint self, me, begin, items, copies, landed, event;
} Copier;
INLINED static Copier copier_of(private State* s, uint is_of_group) {
  const Copier one = {s->group, s->self, stamp_of(s), is_of_group != 0 ? next_item(s) : 0, is_of_group != 0 ? s->items : 1,
                      s->copies, s->landed, s->shared != 0 ? s->shared : s->copies + 1};
  return one;
}
// The record that a copy leaves in a shadow.
INLINED static uint mark_of(Copier by) { return (by.event << 12 & EPOCH) | COPY; }

static CALLED void copy_local(global uint* words, Copier by, uint place, uint kind, global uint* shadow, uint plane, ulong first,
                              ulong offset, ulong bytes, uint shift) {
  State s = {.words = words, .group = by.group, .self = by.self, .copies = by.copies, .landed = by.landed, .zero = words[k_zero]};
  const Access a = {words, place & 0xffff, kind | k_beside_copies | k_differs, 0, offset, 0, by.me};
  const uint granules = (uint)((bytes + (1u << shift) - 1) >> shift);
  for (uint i = by.begin; i < granules; i += by.items) {
    const Granule one = granule_at(shadow + i, plane, first, offset, shift);
    check_local_writer(&s, a, one, *word_of(one, k_writer));
    if ((kind & k_write) != 0) check_local_readers(&s, a, one, *word_of(one, k_reader));
    *word_of(one, (kind & k_write) != 0 ? k_writer_place : k_reader_place) = a.place;
    *word_of(one, (kind & k_write) != 0 ? k_writer : k_reader) = mark_of(by);
  }
}
INLINED void clc_check_copy_local(private State* s, uint place, uint kind, ulong first, ulong offset, ulong bytes, uint shift,
                                  uint is_of_group) {
  if (!has_local_shadow(s, first + offset, bytes)) return;
  copy_local(s->words, copier_of(s, is_of_group), place, kind, s->local_shadow, s->local_plane, first, offset, bytes, shift);
}

static CALLED void copy_global(global uint* words, Copier by, uint place, uint kind, ulong first, ulong offset, ulong bytes,
                               uint shift) {
  State s = {.words = words, .group = by.group, .self = by.self, .copies = by.copies, .landed = by.landed, .zero = words[k_zero]};
  const uint mine = mark_of_group(by.group);
  const Access a = {words, place & 0xffff, kind | k_beside_copies | k_differs, 0, offset, mine, by.me};
  const uint granules = (uint)((bytes + (1u << shift) - 1) >> shift);
  for (uint i = by.begin; i < granules; i += by.items) {
    const Granule one = granule_at(words + words[k_global_at] + i, words[k_global_words], first, offset, shift);
    const uint reader = *word_of(one, k_reader_group);
    check_global_writer(&s, a, one, *word_of(one, k_writer_group), *word_of(one, k_writer));
    if ((kind & k_write) != 0) check_global_readers(&s, a, one, reader, *word_of(one, k_reader));
    *word_of(one, (kind & k_write) != 0 ? k_writer_place : k_reader_place) = a.place;
    *word_of(one, (kind & k_write) != 0 ? k_writer : k_reader) = mark_of(by);
    if ((kind & k_write) != 0)
      *word_of(one, k_writer_group) = mine;
    else
      *word_of(one, k_reader_group) = mine | (reader != 0 && reader != mine ? FLAG : 0);
  }
}
INLINED void clc_check_copy_global(private State* s, uint place, uint kind, ulong first, ulong offset, ulong size, ulong bytes,
                                   uint shift) {
  if (bytes == 0 || bytes > size || offset > size - bytes) return;
  copy_global(s->words, copier_of(s, 1), place, kind, first, offset, bytes, shift);
}

// Lets the atomic operations of the kernel's groups on global memory be counted.
INLINED void clc_check_atomics(private State* s) {
  const uint at = s->words[k_atomics_at];
  if (at != 0 && s->group < s->words[k_groups]) s->atomics = s->words + at + s->group;
}

// Before an atomic operation on global memory.
INLINED void clc_check_atomic(private State* s) {
  if (s->atomics != 0) atomic_inc(s->atomics);
}

// The arrivals of an item: the last two barriers that it reached, by turns. Those of its group lie one after another,
// for each of the two, behind the counts of the group's votes.
INLINED static global uint* votes_of(global uint* words, ulong group) {
  const uint at = words[k_barriers_at];
  return at == 0 || group >= words[k_groups] ? 0 : words + at + group * (k_vote_words + k_barrier_words * words[k_items]);
}
INLINED static global uint* arrivals_of(global uint* words, ulong group, uint item, uint barrier) {
  global uint* votes = votes_of(words, group);
  const uint items = words[k_items];
  // Behind a barrier that not all reach, drivers may leave an item with any values.
  return votes == 0 || item >= items ? 0 : votes + k_vote_words + (barrier & 1) * items + item;
}

// Before a branch on which it depends whether an item reaches a barrier: all go there, or none where not all would. Returns whether.
// Each second vote has its own count, as items may hold the next one before all have read the last.
INLINED uint clc_check_vote(private State* s, uint place, uint goes) {
  global uint* votes = votes_of(s->words, s->group);
  if (votes == 0) return goes;
  const uint which = s->votes++ & 1;
  if (goes != 0) atomic_inc(votes + which);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  const uint there = *(volatile global uint*)(votes + which) - s->counted[which];
  s->counted[which] += there;
  if (goes != 0 && there != s->items) RARELY(s) tell(s, place, 0, there, s->items);
  return there == s->items;
}

// Reports a barrier that not all have reached; `mine` is of one who has.
static CALLED void report_arrivals(global uint* words, ulong group, uint item, uint items, uint mine) {
  uint arrived = 0;
  for (uint i = 0; i < items && i < words[k_items]; ++i) arrived += *(volatile global uint*)arrivals_of(words, group, i, mine >> 16) == mine;
  fill_slot(words, group, item, (mine & 0xffff) - 1, 0, 0, arrived, items);
}

// Before functions of the whole group that do not order global memory.
INLINED void clc_check_fence(private State* s) { mem_fence(CLK_GLOBAL_MEM_FENCE); }

// Before a barrier, which orders global memory: notes which one the item reaches.
INLINED void clc_check_arrive(private State* s, uint place) {
  const uint barriers = s->barriers + 1;
  s->barriers = barriers;
  global uint* mine = arrivals_of(s->words, s->group, s->self, barriers);
  if (mine != 0) *mine = barriers << 16 | (place + 1);
}

// Behind a barrier: the next item must have reached it, too, and so the one behind that, and all. It may be further: by one
// barrier, and by any number of functions that let items go on, such as async_work_group_copy().
INLINED void clc_check_leave(private State* s, uint place) {
  ++s->epoch;
  const uint barriers = s->barriers;
  global uint* next = arrivals_of(s->words, s->group, next_item(s), barriers);
  if (next == 0) return;
  const uint mine = barriers << 16 | (place + 1), theirs = *next;
  const uint further = ((theirs >> 16) - (mine >> 16)) & 0xffff;
  if (theirs == mine || (further != 0 && further < 0x8000)) return;
  if (further == 0)
    RARELY(s) tell(s, place, theirs & 0xffff, 0, 0);
  else
    RARELY(s) report_arrivals(s->words, s->group, s->self, s->items, mine);
}

// Before a function that lets items go on: those beside have not reached another barrier instead. Some drivers let all items
// go on behind it then, with as many barriers reached.
INLINED static void check_beside(private State* s, uint beside, uint place) {
  global uint* at = arrivals_of(s->words, s->group, beside, s->barriers);
  if (at == 0) return;
  const uint mine = s->barriers << 16 | (place + 1), theirs = *(volatile global uint*)at;
  if (theirs != mine && theirs >> 16 == mine >> 16) RARELY(s) tell(s, place, theirs & 0xffff, 0, 0);
}
INLINED void clc_check_beside(private State* s, uint place) {
  check_beside(s, next_item(s), place);
  check_beside(s, s->self == 0 ? s->items - 1 : s->self - 1, place);
}

INLINED static global uint* sub_group_counts(private State* s) {
  const uint at = s->words[k_sub_groups_at];
  if (at == 0 || s->group >= s->words[k_groups] || s->sub_group >= s->words[k_items]) return 0;
  return s->words + at + (s->group * s->words[k_items] + s->sub_group) * k_barrier_words;
}

INLINED void clc_check_sub_group(private State* s, uint sub_group, uint items) {
  s->sub_group = sub_group;
  s->sub_items = items;
  s->sub_calls = 0;
}

// Before and behind a function that all items of a sub-group must reach; as for barriers.
INLINED void clc_check_sub_arrive(private State* s, uint place) {
  global uint* counts = sub_group_counts(s);
  ++s->sub_calls;
  if (counts == 0) return;
  const uint mine = s->sub_calls << 16 | (place + 1);
  const uint other = atomic_xchg(counts + 1, mine);
  if (other >> 16 == (s->sub_calls & 0xffff) && other != mine) tell(s, place, other & 0xffff, 0, 0);
  atomic_inc(counts);
  mem_fence(CLK_GLOBAL_MEM_FENCE);
}

INLINED void clc_check_sub_leave(private State* s, uint place) {
  global uint* counts = sub_group_counts(s);
  if (counts == 0) return;
  const uint arrived = atomic_add(counts, 0u), before = (s->sub_calls - 1) * s->sub_items;
  if (arrived - before < s->sub_items) tell(s, place, 0, arrived - before, s->sub_items);
}

// At the end of the kernel: an item beside may not have reached more barriers. Some drivers let items end that wait at a
// barrier which others do not reach.
INLINED static void check_end(private State* s, uint beside, uint barrier) {
  global uint* theirs = arrivals_of(s->words, s->group, beside, barrier);
  if (theirs == 0) return;
  const uint further = *(volatile global uint*)theirs;
  if (further >> 16 == (barrier & 0xffff)) RARELY(s) report_arrivals(s->words, s->group, s->self, s->items, further);
}
INLINED void clc_check_exit(private State* s) {
  const uint barrier = s->barriers + 1;
  check_end(s, next_item(s), barrier);
  check_end(s, s->self == 0 ? s->items - 1 : s->self - 1, barrier);
}

// Behind what orders accesses of a group where barriers are not checked.
INLINED void clc_check_ordered(private State* s) { ++s->epoch; }
