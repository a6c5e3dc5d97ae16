// Images and samplers on whatever device takes images here: what is uploaded comes back, region by region, and what the
// device cannot do is said before the driver is asked.
#include "clc/runtime/image.h"

#include <cstdint>
#include <numeric>
#include <vector>

#include "catch_all.h"
#include "clc/runtime/kernel.h"
#include "clc/runtime/typed.h"
#include "image_format.h"
#include "launch_check.h"
#include "skip.h"

namespace clc {
namespace {

constexpr cl_image_format k_rgba8{CL_RGBA, CL_UNSIGNED_INT8};
constexpr std::size_t k_texel = 4;

// A queue of the first device with images; nothing, with a line for the log, where there is none.
std::optional<Queue> image_queue() {
  const Result<std::vector<Device>> devices = list_devices();
  REQUIRE(devices);
  for (const Device& device : *devices) {
    Result<Queue> queue = Queue::create(device);
    if (queue && queue->image_formats()) return *queue;
  }
  test::skip("images", "no OpenCL device here has images");
  return std::nullopt;
}

std::vector<std::uint8_t> counted(std::size_t bytes) {
  std::vector<std::uint8_t> values(bytes);
  std::iota(values.begin(), values.end(), std::uint8_t{1});
  return values;
}

std::string error_of(const Result<CommandTime>& result) {
  return result ? "" : result.error().message;
}

}  // namespace

TEST_CASE("images of every shape come back as they were written", "[image]") {
  const std::optional<Queue> queue = image_queue();
  if (!queue) return;
  for (const ImageShape& shape :
       {image_1d(19), image_2d(19, 11), image_3d(19, 11, 3), image_1d_array(19, 4), image_2d_array(19, 11, 3)}) {
    INFO(shape.type);
    const Result<Image> image = queue->allocate_image(shape, k_rgba8);
    INFO((image ? "" : image.error().message));
    REQUIRE(image);
    CHECK(image->texel_bytes() == k_texel);
    CHECK(image->size() == shape.size[0] * shape.size[1] * shape.size[2] * k_texel);
    const std::vector<std::uint8_t> sent = counted(image->size());
    std::vector<std::uint8_t> got(image->size());
    REQUIRE(queue->write(*image, sent.data()));
    REQUIRE(queue->read(*image, got.data()));
    CHECK(got == sent);
  }
}

TEST_CASE("a region and a pitch touch only what they name", "[image]") {
  const std::optional<Queue> queue = image_queue();
  if (!queue) return;
  const Result<Image> image = queue->allocate_image(image_2d(8, 6), k_rgba8);
  REQUIRE(image);
  const std::vector<std::uint8_t> zeros(image->size(), 0);
  REQUIRE(queue->write(*image, zeros.data()));
  // Two rows of three texels out of rows of 40 bytes.
  constexpr std::size_t k_pitch = 40;
  const std::vector<std::uint8_t> sent = counted(2 * k_pitch);
  REQUIRE(queue->write(*image, sent.data(), {{4, 3, 0}, {3, 2, 1}}, {k_pitch, 0}));

  std::vector<std::uint8_t> whole(image->size());
  REQUIRE(queue->read(*image, whole.data()));
  for (std::size_t y = 0; y < 6; ++y) {
    for (std::size_t x = 0; x < 8 * k_texel; ++x) {
      const bool inside = y >= 3 && y < 5 && x >= 4 * k_texel && x < 7 * k_texel;
      const int expected = inside ? sent[(y - 3) * k_pitch + x - 4 * k_texel] : 0;
      CHECK(int{whole[y * 8 * k_texel + x]} == expected);
    }
  }
  // From an origin to the end, into wider rows.
  std::vector<std::uint8_t> corner(3 * k_pitch, 255);
  REQUIRE(queue->read(*image, corner.data(), {{6, 3, 0}, {}}, {k_pitch, 0}));
  CHECK(int{corner[0]} == int{sent[2 * k_texel]});
  CHECK(int{corner[k_texel]} == 0);
  CHECK(int{corner[2 * k_texel]} == 255);
  CHECK(int{corner[k_pitch]} == int{sent[k_pitch + 2 * k_texel]});
  // Nothing from the end on.
  CHECK(queue->read(*image, corner.data(), {{8, 0, 0}, {}}));
}

TEST_CASE("what does not fit in an image is refused with its numbers", "[image]") {
  const std::optional<Queue> queue = image_queue();
  if (!queue) return;
  const Result<Image> image = queue->allocate_image(image_2d(8, 6), k_rgba8);
  const Result<Image> layers = queue->allocate_image(image_2d_array(8, 6, 2), k_rgba8);
  REQUIRE(image);
  REQUIRE(layers);
  std::vector<std::uint8_t> bytes(10000);
  CHECK(error_of(queue->read(*image, bytes.data(), {{4, 0, 0}, {5, 1, 1}})) ==
        "read: 5 x 1 x 1 texels at 4, 0, 0 do not fit in an image of 8 x 6 x 1");
  CHECK(error_of(queue->write(*image, bytes.data(), {{0, 7, 0}, {}})).find("do not fit") != std::string::npos);
  CHECK(error_of(queue->write(*image, bytes.data(), {}, {31, 0})) ==
        "write: a row pitch of 31 bytes is less than a row, 32 bytes");
  CHECK(error_of(queue->write(*image, bytes.data(), {}, {0, 400})).find("only arrays") != std::string::npos);
  CHECK(error_of(queue->write(*layers, bytes.data(), {}, {40, 239})) ==
        "write: a slice pitch of 239 bytes is less than a slice, 240 bytes");
  CHECK(queue->write(*layers, bytes.data(), {}, {40, 240}));
}

TEST_CASE("an image that was never made or is moved from is refused", "[image]") {
  const std::optional<Queue> queue = image_queue();
  if (!queue) return;
  std::vector<std::uint8_t> bytes(10000);
  CHECK(error_of(queue->read(Image(), bytes.data())) == "read: the image was never made or is moved from");
  Result<Image> image = queue->allocate_image(image_2d(8, 6), k_rgba8);
  REQUIRE(image);
  const Image taken = *std::move(image);
  const Result<CommandTime> written = queue->write(*image, bytes.data());
  REQUIRE_FALSE(written);
  CHECK(written.error().kind == ErrorKind::k_usage);
  CHECK(error_of(written) == "write: the image was never made or is moved from");
}

TEST_CASE("what a device cannot have as an image is said before the driver is asked", "[image]") {
  const std::optional<Queue> queue = image_queue();
  if (!queue) return;
  const auto error = [&](const ImageShape& shape, const cl_image_format& format, cl_mem_flags flags) {
    const Result<Image> image = queue->allocate_image(shape, format, flags);
    return image ? std::string() : image.error().message;
  };
  const std::string unknown = error(image_2d(8, 8), {CL_RGB, CL_FLOAT}, CL_MEM_READ_WRITE);
  CHECK(unknown.find("8 x 8 x 1 texels of CL_RGB, CL_FLOAT on " + queue->device().facts.name) != std::string::npos);
  CHECK(unknown.find("it takes ") != std::string::npos);
  CHECK(error(image_2d(std::size_t{1} << 30, 8), k_rgba8, CL_MEM_READ_ONLY).find("allows at most") !=
        std::string::npos);
  CHECK(error(image_2d(8, 0), k_rgba8, CL_MEM_READ_ONLY).find("no side of an image can be 0") != std::string::npos);
  CHECK(error(image_2d(8, 8), k_rgba8, CL_MEM_USE_HOST_PTR).find("use write") != std::string::npos);
}

TEST_CASE("formats that are near to the one asked for are named", "[image]") {
  const std::vector<cl_image_format> known = {{CL_RGBA, CL_FLOAT}, {CL_R, CL_UNORM_INT8}, {CL_R, CL_FLOAT}};
  CHECK(formats_text(known, {CL_R, CL_HALF_FLOAT}) == "it takes CL_R, CL_UNORM_INT8; CL_R, CL_FLOAT");
  CHECK(formats_text(known, {CL_RGB, CL_UNORM_INT8}) == "it takes CL_R, CL_UNORM_INT8");
  CHECK(formats_text(known, {CL_RGB, CL_HALF_FLOAT}).find("CL_RGBA, CL_FLOAT") != std::string::npos);
  CHECK(formats_text({}, {CL_R, CL_FLOAT}) == "it takes none of this kind");
  CHECK(image_format_name({CL_BGRA, 7}) == "CL_BGRA, 7");
}

TEST_CASE("samplers are made and moved", "[image]") {
  const std::optional<Queue> queue = image_queue();
  if (!queue) return;
  Result<Sampler> sampler = queue->create_sampler({true, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR});
  REQUIRE(sampler);
  const Sampler moved = *std::move(sampler);
  CHECK(moved.handle() != nullptr);
  CHECK(queue->create_sampler());
  const Result<Sampler> wrong = queue->create_sampler({false, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST});
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().kind == ErrorKind::k_usage);
  CHECK(wrong.error().message.find("normalized") != std::string::npos);
}

TEST_CASE("launches know images and samplers from buffers", "[image]") {
  const Image image;
  const Sampler sampler;
  CHECK(to_argument(image).kind == ArgumentKind::k_image);
  CHECK(to_argument(sampler).kind == ArgumentKind::k_sampler);
  CHECK(k_has_native<cl_sampler, Sampler>);
  CHECK(to_argument(read_only_image<image2d_t>(image)).kind == ArgumentKind::k_image);

  KernelInterface kernel;
  kernel.name = "k";
  kernel.arguments.resize(1);
  kernel.arguments[0].name = "out";
  kernel.arguments[0].type = "float*";
  kernel.arguments[0].kind = ArgumentKind::k_buffer;
  const KernelArgument given = to_argument(image);
  const auto checked = check_arguments(kernel, &given, 1, {});
  REQUIRE_FALSE(checked);
  CHECK(checked.error().message.find("it is a buffer, but an image was given") != std::string::npos);
}

}  // namespace clc
