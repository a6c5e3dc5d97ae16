// The results that constant_memory.test.json and constant_memory_tables.test.json expect.
#include "constant_memory_reference.h"

namespace {

void look_up_all(const std::uint32_t* in, std::uint32_t* out, const std::uint32_t* table, std::size_t words,
                 std::uint64_t end, bool varies) {
  for (std::uint64_t i = global_offset[0]; i < end; ++i)
    out[i] = clc::algorithms::looked_up(in[i], table, words, varies);
}

void look_up_program(const std::uint32_t* in, std::uint32_t* out, std::size_t words, std::uint64_t end, bool varies) {
  look_up_all(in, out, clc::algorithms::program_table(words).data(), words, end, varies);
}

}  // namespace

void same(const std::uint32_t* in, std::uint32_t* out, const std::uint32_t* table, std::uint64_t end) {
  look_up_all(in, out, table, 256, end, false);
}
void varying(const std::uint32_t* in, std::uint32_t* out, const std::uint32_t* table, std::uint64_t end) {
  look_up_all(in, out, table, 256, end, true);
}
void program_same(const std::uint32_t* in, std::uint32_t* out, std::uint32_t, std::uint64_t end) {
  look_up_program(in, out, 256, end, false);
}
void program_varying(const std::uint32_t* in, std::uint32_t* out, std::uint32_t, std::uint64_t end) {
  look_up_program(in, out, 256, end, true);
}
void program_large(const std::uint32_t* in, std::uint32_t* out, std::uint32_t, std::uint64_t end) {
  look_up_program(in, out, 8192, end, true);
}
