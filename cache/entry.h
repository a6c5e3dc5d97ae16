// The bytes of an entry.
#pragma once

#include <cstdint>
#include <string>

#include "clc/cache/store.h"

namespace clc::cache {

// magic (4), format version (4), kind (4), 0 (4), size of the payload (8), stored at (8: seconds since 1970),
// key (64 hexadecimal digits); payload; SHA-256 of all before it (64 hexadecimal digits)
inline constexpr std::size_t k_entry_prefix_size = 96;
inline constexpr std::size_t k_entry_checksum_size = 64;

inline std::uint64_t entry_size(BytesView payload) {
  return k_entry_prefix_size + payload.size() + k_entry_checksum_size;
}

Bytes entry_prefix(EntryKind kind, const std::string& key, std::uint64_t payload_size, std::uint64_t stored_at);
std::string entry_checksum(BytesView prefix, BytesView payload);

// Says what is wrong with the first bytes of a file of `file_size` bytes that should be this entry; empty: nothing.
std::string prefix_problem(BytesView prefix, std::uint64_t file_size, EntryKind kind, const std::string& key);
// Says what is wrong with the whole file; empty: nothing.
std::string entry_problem(BytesView file, EntryKind kind, const std::string& key);

}  // namespace clc::cache
