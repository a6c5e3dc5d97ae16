#include "commands/test/image_words.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "support/argument_words.h"
#include "support/work_size.h"

namespace clc {
namespace {

// OpenCL's numbers, CL/cl.h.
struct ChannelOrder {
  const char* name;
  std::uint64_t number;
  std::size_t channels;
};
constexpr ChannelOrder k_orders[] = {{"r", 0x10B0, 1},         {"rg", 0x10B2, 2},   {"rgba", 0x10B5, 4},
                                     {"bgra", 0x10B6, 4},      {"a", 0x10B1, 1},    {"intensity", 0x10B8, 1},
                                     {"luminance", 0x10B9, 1}, {"depth", 0x10BD, 1}};

struct ChannelType {
  const char* name;
  std::uint64_t number;
  const char* type;
};
constexpr ChannelType k_channels[] = {
    {"snorm8", 0x10D0, "char"},    {"snorm16", 0x10D1, "short"}, {"unorm8", 0x10D2, "uchar"},
    {"unorm16", 0x10D3, "ushort"}, {"int8", 0x10D7, "char"},     {"int16", 0x10D8, "short"},
    {"int32", 0x10D9, "int"},      {"uint8", 0x10DA, "uchar"},   {"uint16", 0x10DB, "ushort"},
    {"uint32", 0x10DC, "uint"},    {"half", 0x10DD, "half"},     {"float", 0x10DE, "float"}};

struct SamplerWord {
  const char* name;
  std::uint64_t number;
};
constexpr SamplerWord k_addressing[] = {
    {"none", 0x1130}, {"clamp_to_edge", 0x1131}, {"clamp", 0x1132}, {"repeat", 0x1133}, {"mirror", 0x1134}};
constexpr SamplerWord k_filters[] = {{"nearest", 0x1140}, {"linear", 0x1141}};

template <class Table>
const std::ranges::range_value_t<Table>* named_row(const Table& table, const std::string& name) {
  const auto found = std::ranges::find_if(table, [&](const auto& row) { return row.name == name; });
  return found == std::ranges::end(table) ? nullptr : &*found;
}

template <class Table>
const std::ranges::range_value_t<Table>* numbered_row(const Table& table, std::uint64_t number) {
  const auto found = std::ranges::find_if(table, [&](const auto& row) { return row.number == number; });
  return found == std::ranges::end(table) ? nullptr : &*found;
}

constexpr std::uint64_t k_most_texels = std::uint64_t{1} << 30;

// "64x48"
bool read_shape(const std::string& text, LaunchArgument& image) {
  const std::optional<WorkSize> size = parse_work_size(text, k_most_texels);
  if (!size || (*size)[0] > k_most_texels / (*size)[1] / (*size)[2]) return false;
  image.shape = *size;
  image.dimensions = split(text, "x").size();
  return true;
}

// The shape of a .npy file is the rows', then the columns', then the channels'.
Result<void> take_npy(const std::string& path, std::size_t channels, ImageContents& image) {
  const Bytes file = CLC_TRY(read_file(path));
  BufferContents contents = CLC_TRY(read_npy(file, path));
  std::vector<std::uint64_t> shape = contents.shape;
  if (channels > 1 && !shape.empty() && shape.back() == channels) shape.pop_back();
  std::ranges::reverse(shape);
  const bool is_right = contents.type.number == image.type.number && !shape.empty() && shape.size() <= 3 &&
                        (channels == 1 || shape.size() + 1 == contents.shape.size());
  if (!is_right) {
    return fail(ErrorKind::k_usage, path + ": its numbers are not " + std::string(image.type.number->name) + " of " +
                                        std::to_string(channels) + " channels in rows and columns");
  }
  image.launch.dimensions = shape.size();
  std::ranges::copy(shape, image.launch.shape.begin());
  image.launch.bytes = std::move(contents.bytes);
  return {};
}

}  // namespace

Result<ImageContents> read_image_word(const std::string& word, std::uint64_t seed) {
  const auto refuse = [&](const std::string& why) { return fail(ErrorKind::k_usage, word + ": " + why); };
  std::vector<std::string> parts;
  for (const std::string_view part : split(word, ":")) parts.emplace_back(part);
  if (parts.size() < 4 || parts[0] != "image")
    return refuse("an image is image:ORDER:CHANNEL:WxH, such as image:rgba:unorm8:64x48, or image:…:@FILE.npy");
  const ChannelOrder* order = named_row(k_orders, parts[1]);
  if (order == nullptr) return refuse("'" + parts[1] + "' is none of " + join(names_of(k_orders), ", "));
  const ChannelType* channel = named_row(k_channels, parts[2]);
  if (channel == nullptr) return refuse("'" + parts[2] + "' is none of " + join(names_of(k_channels), ", "));
  ImageContents image;
  image.type = {value_type(channel->type).number, order->channels};
  image.launch.kind = LaunchArgumentKind::k_image;
  image.launch.order = order->number;
  image.launch.channel = channel->number;
  if (parts[3].starts_with("@")) {
    CLC_TRY(take_npy(word.substr(word.find('@') + 1), order->channels, image));
    return image;
  }
  if (!read_shape(parts[3], image.launch)) return refuse("'" + parts[3] + "' is no size of an image: 64, 64x48, 8x8x8");
  std::uint64_t texels = 1;
  for (const std::uint64_t size : image.launch.shape) texels *= size;
  const ValueType channel_type{image.type.number, 1};
  image.launch.bytes = CLC_TRY(in_context(
      word, generate_values(channel_type, texels * order->channels, {parts.begin() + 4, parts.end()}, seed)));
  return image;
}

std::optional<ImageWords> image_words(std::uint64_t order, std::uint64_t channel) {
  const ChannelOrder* const row = numbered_row(k_orders, order);
  const ChannelType* const type = numbered_row(k_channels, channel);
  if (row == nullptr || type == nullptr) return std::nullopt;
  return ImageWords{std::string("image:") + row->name + ":" + type->name,
                    {value_type(type->type).number, row->channels}};
}

std::string sampler_words(const LaunchArgument& sampler) {
  const SamplerWord* const filter = numbered_row(k_filters, sampler.filter);
  const SamplerWord* const addressing = numbered_row(k_addressing, sampler.addressing);
  if (filter == nullptr || addressing == nullptr) return {};
  return std::string("sampler:") + filter->name + ":" + addressing->name + (sampler.is_normalized ? ":normalized" : "");
}

Result<LaunchArgument> read_sampler_word(const std::string& word) {
  LaunchArgument sampler;
  sampler.kind = LaunchArgumentKind::k_sampler;
  sampler.addressing = k_addressing[1].number;
  const std::vector<std::string_view> parts = split(word, ":");
  bool is_right = parts.size() > 1 && parts[0] == "sampler";
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::string part(parts[i]);
    if (const SamplerWord* filter = named_row(k_filters, part); filter != nullptr) {
      sampler.filter = filter->number;
    } else if (const SamplerWord* addressing = named_row(k_addressing, part); addressing != nullptr) {
      sampler.addressing = addressing->number;
    } else if (part == "normalized") {
      sampler.is_normalized = true;
    } else {
      is_right = false;
    }
  }
  if (is_right && sampler.filter != 0) return sampler;
  return fail(ErrorKind::k_usage, word +
                                      ": a sampler is sampler:nearest or sampler:linear, with :none, :clamp_to_edge, "
                                      ":clamp, :repeat or :mirror, and :normalized");
}

}  // namespace clc
