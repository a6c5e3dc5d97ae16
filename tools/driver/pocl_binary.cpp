// The header ends with the program's hash, and from version 10 on with the size of its variables. Then come its files
// (a size and the files, for each entry), and the kernels. Each of these begins with its size and that of its files,
// with which it ends. A file is a name and contents, each behind its length.
#include "driver/pocl_binary.h"

#include <cstdint>
#include <map>

#include "base/encoding/byte_access.h"
#include "base/encoding/little_endian.h"
#include "driver/pocl_stub.h"

namespace clc {
namespace {

constexpr BytesView k_magic("poclbin\0", 8);
constexpr std::uint64_t k_version_at = 16, k_kernels_at = 20, k_flags_at = 24, k_entries_at = 32, k_header_size = 77;
constexpr std::uint32_t k_first_version = 9, k_last_version = 11;
constexpr std::uint64_t k_has_variables = 2;

class Reader {
 public:
  Reader(BytesView bytes, std::uint64_t at) : bytes_(bytes), at_(at) {}

  // A piece of this size; empty, and nothing from then on, where there are not so many bytes.
  BytesView take(std::uint64_t size) {
    const BytesView piece = slice(bytes_, at_, size);
    is_good_ = is_good_ && piece.size() == size;
    at_ += piece.size();
    return piece;
  }
  template <class Number>
  Number number() {
    const auto value = read_at<Number>(bytes_, at_);
    take(sizeof(Number));
    return value.value_or(0);
  }
  bool is_good() const { return is_good_; }
  bool is_at_end() const { return at_ == bytes_.size(); }
  std::uint64_t at() const { return at_; }

 private:
  BytesView bytes_;
  std::uint64_t at_;
  bool is_good_ = true;
};

// The files of a kernel without stubs, in the order of their names: PoCL's is that of the folder on the disk.
std::optional<Bytes> kept_files(BytesView files) {
  std::map<BytesView, BytesView> kept;
  Reader reader(files, 0);
  while (reader.is_good() && !reader.is_at_end()) {
    const BytesView name = reader.take(reader.number<std::uint32_t>());
    const BytesView contents = reader.take(reader.number<std::uint32_t>());
    if (!is_pocl_stub(contents)) kept[name] = contents;
  }
  if (!reader.is_good()) return std::nullopt;
  Bytes bytes;
  for (const auto& [name, contents] : kept) {
    append_number(bytes, name.size(), 4);
    bytes += name;
    append_number(bytes, contents.size(), 4);
    bytes += contents;
  }
  return bytes;
}

bool add_kernel(Reader& reader, Bytes& into) {
  constexpr std::uint64_t k_sizes = 16;
  const auto size = reader.number<std::uint64_t>(), size_of_files = reader.number<std::uint64_t>();
  if (size < k_sizes || size - k_sizes < size_of_files) return false;
  const BytesView described = reader.take(size - k_sizes - size_of_files);
  const std::optional<Bytes> files = kept_files(reader.take(size_of_files));
  if (!files || !reader.is_good()) return false;
  append_number(into, k_sizes + described.size() + files->size(), 8);
  append_number(into, files->size(), 8);
  into += described;
  into += *files;
  return true;
}

}  // namespace

std::optional<Bytes> without_stubs(BytesView binary) {
  const auto version = read_at<std::uint32_t>(binary, k_version_at).value_or(0);
  const auto kernels = read_at<std::uint32_t>(binary, k_kernels_at).value_or(0);
  const auto flags = read_at<std::uint64_t>(binary, k_flags_at).value_or(0);
  const auto entries = read_at<std::uint32_t>(binary, k_entries_at).value_or(0);
  if (!binary.starts_with(k_magic) || version < k_first_version || version > k_last_version) return std::nullopt;
  Reader reader(binary, k_header_size + ((flags & k_has_variables) != 0 ? 8 : 0));
  for (std::uint32_t entry = 0; entry < entries && reader.is_good(); ++entry)
    reader.take(reader.number<std::uint64_t>());
  Bytes kept(slice(binary, 0, reader.at()));
  for (std::uint32_t kernel = 0; kernel < kernels; ++kernel) {
    if (!reader.is_good() || !add_kernel(reader, kept)) return std::nullopt;
  }
  return reader.is_good() && reader.is_at_end() ? std::optional<Bytes>(kept) : std::nullopt;
}

}  // namespace clc
