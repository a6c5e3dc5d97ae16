// The file of a cache entry. With a first byte that is odd its key, size and checksum are made right first, which no
// fuzzer can guess; a file that is right gives exactly its payload.
#include "base/encoding/little_endian.h"
#include "clc/base/digest.h"
#include "entry.h"
#include "fuzz.h"

using namespace clc;
using namespace clc::cache;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  BytesView input = fuzz::view_of(data, size);
  const unsigned choice = fuzz::take_choice(input);
  static const std::string key = sha256_hex("key");
  const EntryKind kind = k_entry_kinds[choice / 2 % std::size(k_entry_kinds)];
  Bytes file(input);
  if (choice % 2 == 1 && file.size() >= k_entry_prefix_size + k_entry_checksum_size) {
    file.replace(k_entry_prefix_size - key.size(), key.size(), key);
    const BytesView payload =
        BytesView(file).substr(k_entry_prefix_size, file.size() - k_entry_prefix_size - k_entry_checksum_size);
    file.replace(file.size() - k_entry_checksum_size, k_entry_checksum_size,
                 entry_checksum(BytesView(file).substr(0, k_entry_prefix_size), payload));
  }
  (void)prefix_problem(BytesView(file).substr(0, k_entry_prefix_size), file.size(), kind, key);
  if (!entry_problem(file, kind, key).empty()) return 0;
  const std::uint64_t stored_at = read_number(file, 24, 8);
  const BytesView payload =
      BytesView(file).substr(k_entry_prefix_size, file.size() - k_entry_prefix_size - k_entry_checksum_size);
  // The four bytes behind the kind say nothing.
  file.replace(12, 4, 4, '\0');
  const Bytes prefix = entry_prefix(kind, key, payload.size(), stored_at);
  fuzz::require(BytesView(file).substr(0, prefix.size()) == prefix);
  return 0;
}
