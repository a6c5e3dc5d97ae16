#include "entry.h"

#include "base/encoding/little_endian.h"
#include "clc/base/digest.h"

namespace clc::cache {
namespace {

constexpr BytesView k_magic = "CLCE";
constexpr std::uint64_t k_version = 1;
constexpr std::size_t k_key_offset = 32;

}  // namespace

Bytes entry_prefix(EntryKind kind, const std::string& key, std::uint64_t payload_size, std::uint64_t stored_at) {
  Bytes prefix(k_magic);
  append_number(prefix, k_version, 4);
  append_number(prefix, static_cast<std::uint64_t>(kind), 4);
  append_number(prefix, 0, 4);
  append_number(prefix, payload_size, 8);
  append_number(prefix, stored_at, 8);
  return prefix + key;
}

std::string entry_checksum(BytesView prefix, BytesView payload) {
  return FieldDigest("clc.cache.entry.1").add("prefix", prefix).add("payload", payload).hex();
}

std::string prefix_problem(BytesView prefix, std::uint64_t file_size, EntryKind kind, const std::string& key) {
  if (prefix.size() < k_entry_prefix_size) return "cut short";
  if (prefix.substr(0, k_magic.size()) != k_magic) return "does not begin like an entry";
  if (read_number(prefix, 4, 4) != k_version) return "of another format version";
  if (read_number(prefix, 8, 4) != static_cast<std::uint64_t>(kind)) return "of another kind";
  if (prefix.substr(k_key_offset, key.size()) != key) return "of another key";
  const std::uint64_t payload_size = read_number(prefix, 16, 8);
  constexpr std::uint64_t k_rest = k_entry_prefix_size + k_entry_checksum_size;
  if (file_size < k_rest || file_size - k_rest != payload_size) return "not of the size that it says";
  return {};
}

std::string entry_problem(BytesView file, EntryKind kind, const std::string& key) {
  const BytesView prefix = file.substr(0, k_entry_prefix_size);
  if (std::string problem = prefix_problem(prefix, file.size(), kind, key); !problem.empty()) return problem;
  const BytesView checksum = file.substr(file.size() - k_entry_checksum_size);
  const BytesView payload = file.substr(prefix.size(), file.size() - prefix.size() - checksum.size());
  return entry_checksum(prefix, payload) == checksum ? "" : "does not agree with its checksum";
}

}  // namespace clc::cache
