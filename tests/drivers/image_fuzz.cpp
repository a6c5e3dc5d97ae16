#include "image_fuzz.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <random>
#include <vector>

#include "catch_all.h"

namespace clc::front::testing {
namespace {

using Bytes = std::vector<std::uint8_t>;
using Extent = std::array<std::size_t, 3>;

constexpr cl_mem_object_type k_kinds[] = {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_ARRAY,
                                          CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY,
                                          CL_MEM_OBJECT_IMAGE3D, CL_MEM_OBJECT_IMAGE1D_BUFFER};

// Where the rows of a region lie in the host's memory.
struct Layout {
  std::size_t row = 0, slice = 0;            // as OpenCL is told
  std::size_t row_step = 0, slice_step = 0;  // from row to row, from slice to slice
  std::size_t size = 0;
};

// An image, and what it is to hold.
struct Model {
  cl_mem handle = nullptr, buffer = nullptr;
  cl_mem_object_type kind = CL_MEM_OBJECT_IMAGE2D;
  Extent size{1, 1, 1};
  std::size_t texel = 0;
  Bytes bytes, host;

  std::size_t at(std::size_t x, std::size_t y, std::size_t z) const {
    return ((z * size[1] + y) * size[0] + x) * texel;
  }
  bool is_1d_array() const { return kind == CL_MEM_OBJECT_IMAGE1D_ARRAY; }
  bool has_slices() const {
    return is_1d_array() || kind == CL_MEM_OBJECT_IMAGE2D_ARRAY || kind == CL_MEM_OBJECT_IMAGE3D;
  }
};

class Fuzz {
 public:
  Fuzz(const cl_icd_dispatch& table, cl_context context, cl_command_queue queue, unsigned seed)
      : cl_(table), context_(context), queue_(queue), random_(seed) {}

  void run() {
    const cl_image_format format = some_format();
    Model one = make(format), other = make(format);
    Bytes bytes(k_buffer_bytes);
    fill(bytes);
    const cl_mem buffer = cl_.clCreateBuffer(context_, CL_MEM_COPY_HOST_PTR, bytes.size(), bytes.data(), nullptr);
    for (unsigned i = 0; i < k_commands; ++i) {
      switch (number(7)) {
        case 0:
          write(one);
          break;
        case 1:
          read(other);
          break;
        case 2:
          copy(one, other);
          break;
        case 3:
          copy_to_buffer(one, buffer, bytes);
          break;
        case 4:
          copy_from_buffer(other, buffer, bytes);
          break;
        case 5:
          map(one);
          break;
        default:
          std::swap(one, other);
      }
    }
    check(one);
    check(other);
    Bytes got(bytes.size());
    CHECK(cl_.clEnqueueReadBuffer(queue_, buffer, CL_TRUE, 0, got.size(), got.data(), 0, nullptr, nullptr) ==
          CL_SUCCESS);
    CHECK(got == bytes);
    cl_.clReleaseMemObject(buffer);
    release(one);
    release(other);
  }

 private:
  static constexpr std::size_t k_buffer_bytes = 16384;
  static constexpr unsigned k_commands = 24;

  std::size_t number(std::size_t below) { return random_() % below; }
  void fill(Bytes& bytes) {
    for (std::uint8_t& one : bytes) one = static_cast<std::uint8_t>(random_());
  }

  cl_image_format some_format() {
    cl_uint count = 0;
    cl_.clGetSupportedImageFormats(context_, 0, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count);
    REQUIRE(count != 0);
    std::vector<cl_image_format> all(count);
    cl_.clGetSupportedImageFormats(context_, 0, CL_MEM_OBJECT_IMAGE2D, count, all.data(), nullptr);
    return all[number(count)];
  }

  Extent some_size(cl_mem_object_type kind) {
    const bool has_y = kind != CL_MEM_OBJECT_IMAGE1D && kind != CL_MEM_OBJECT_IMAGE1D_BUFFER;
    const bool has_z = kind == CL_MEM_OBJECT_IMAGE3D || kind == CL_MEM_OBJECT_IMAGE2D_ARRAY;
    return {1 + number(9), has_y ? 1 + number(6) : 1, has_z ? 1 + number(5) : 1};
  }

  Model make(const cl_image_format& format) {
    Model model;
    model.kind = k_kinds[number(std::size(k_kinds))];
    model.size = some_size(model.kind);
    const auto& size = model.size;
    cl_image_desc wanted{};
    wanted.image_type = model.kind;
    wanted.image_width = size[0];
    wanted.image_height = size[1];
    wanted.image_depth = size[2];
    wanted.image_array_size = model.is_1d_array() ? size[1] : size[2];
    if (model.kind == CL_MEM_OBJECT_IMAGE1D_BUFFER) {
      model.buffer = cl_.clCreateBuffer(context_, 0, size[0] * 16, nullptr, nullptr);
      wanted.mem_object = model.buffer;
    }
    cl_int code = CL_SUCCESS;
    // A first one without pointers, for the size of texels.
    model.handle = cl_.clCreateImage(context_, 0, &format, &wanted, nullptr, &code);
    REQUIRE(code == CL_SUCCESS);
    cl_.clGetImageInfo(model.handle, CL_IMAGE_ELEMENT_SIZE, sizeof model.texel, &model.texel, nullptr);
    model.bytes.resize(size[0] * size[1] * size[2] * model.texel);
    if (model.buffer != nullptr || number(2) == 0) {
      fill(model.bytes);
      const Extent origin{};
      CHECK(cl_.clEnqueueWriteImage(queue_, model.handle, CL_TRUE, origin.data(), size.data(), 0, 0, model.bytes.data(),
                                    0, nullptr, nullptr) == CL_SUCCESS);
      return model;
    }
    cl_.clReleaseMemObject(model.handle);
    make_from_host(model, format, wanted);
    return model;
  }

  void make_from_host(Model& model, const cl_image_format& format, cl_image_desc wanted) {
    // Pitches are of whole texels, and slices of whole rows.
    std::size_t row = (model.size[0] + number(3)) * model.texel;
    std::size_t slice = row * (model.is_1d_array() ? 1 : model.size[1] + number(2));
    if (model.is_1d_array()) slice += row * number(2);
    wanted.image_row_pitch = row;
    wanted.image_slice_pitch = model.has_slices() ? slice : 0;
    const Layout layout = layout_of(model, model.size, row, slice);
    model.host.resize(layout.size);
    fill(model.host);
    gather(model, {}, model.size, model.host.data(), layout);
    const cl_mem_flags flags = number(2) == 0 ? CL_MEM_USE_HOST_PTR : CL_MEM_COPY_HOST_PTR;
    cl_int code = CL_SUCCESS;
    model.handle = cl_.clCreateImage(context_, flags, &format, &wanted, model.host.data(), &code);
    REQUIRE(code == CL_SUCCESS);
  }

  void release(Model& model) {
    CHECK(cl_.clReleaseMemObject(model.handle) == CL_SUCCESS);
    if (model.buffer != nullptr) cl_.clReleaseMemObject(model.buffer);
  }

  static Layout layout_of(const Model& model, const Extent& region, std::size_t row, std::size_t slice) {
    Layout layout;
    layout.row = row;
    layout.slice = model.has_slices() ? slice : 0;
    layout.row_step = model.is_1d_array() ? slice : row;
    layout.slice_step = slice;
    layout.size = (region[2] - 1) * layout.slice_step + (region[1] - 1) * layout.row_step + region[0] * model.texel;
    return layout;
  }

  Layout some_layout(const Model& model, const Extent& region) {
    const std::size_t least = region[0] * model.texel;
    const bool is_tight = number(2) == 0;
    const std::size_t row = least + (is_tight ? 0 : number(21));
    const std::size_t rows = model.is_1d_array() ? 1 : region[1];
    const std::size_t slice = row * rows + (is_tight || !model.has_slices() ? 0 : number(33));
    Layout layout = layout_of(model, region, row, slice);
    if (is_tight && number(2) == 0) layout.row = layout.slice = 0;
    return layout;
  }

  template <class F>
  static void for_each_row(const Model& model, const Extent& origin, const Extent& region, const Layout& layout,
                           F call) {
    for (std::size_t z = 0; z < region[2]; ++z) {
      for (std::size_t y = 0; y < region[1]; ++y) {
        call(model.at(origin[0], origin[1] + y, origin[2] + z), z * layout.slice_step + y * layout.row_step,
             region[0] * model.texel);
      }
    }
  }
  // From the host into what the image is to hold, and the other way.
  static void gather(Model& model, const Extent& origin, const Extent& region, const std::uint8_t* from,
                     const Layout& layout) {
    for_each_row(model, origin, region, layout, [&](std::size_t at, std::size_t host, std::size_t size) {
      std::memcpy(model.bytes.data() + at, from + host, size);
    });
  }
  static void scatter(const Model& model, const Extent& origin, const Extent& region, std::uint8_t* to,
                      const Layout& layout) {
    for_each_row(model, origin, region, layout, [&](std::size_t at, std::size_t host, std::size_t size) {
      std::memcpy(to + host, model.bytes.data() + at, size);
    });
  }

  // A region of at most `most` texels, and its origin.
  std::pair<Extent, Extent> some_region(const Model& model, const Extent& most) {
    Extent origin{}, region{};
    for (unsigned d = 0; d < 3; ++d) {
      region[d] = 1 + number(std::min(model.size[d], most[d]));
      origin[d] = number(model.size[d] - region[d] + 1);
    }
    return {origin, region};
  }

  void write(Model& model) {
    const auto [origin, region] = some_region(model, model.size);
    const Layout layout = some_layout(model, region);
    Bytes host(layout.size);
    fill(host);
    gather(model, origin, region, host.data(), layout);
    CHECK(cl_.clEnqueueWriteImage(queue_, model.handle, CL_TRUE, origin.data(), region.data(), layout.row, layout.slice,
                                  host.data(), 0, nullptr, nullptr) == CL_SUCCESS);
  }

  void read(const Model& model) {
    const auto [origin, region] = some_region(model, model.size);
    const Layout layout = some_layout(model, region);
    Bytes host(layout.size);
    fill(host);
    Bytes expected = host;
    scatter(model, origin, region, expected.data(), layout);
    CHECK(cl_.clEnqueueReadImage(queue_, model.handle, CL_TRUE, origin.data(), region.data(), layout.row, layout.slice,
                                 host.data(), 0, nullptr, nullptr) == CL_SUCCESS);
    CHECK(host == expected);
  }

  void copy(const Model& from, Model& to) {
    const auto [origin, region] = some_region(from, to.size);
    Extent target{};
    for (unsigned d = 0; d < 3; ++d) target[d] = number(to.size[d] - region[d] + 1);
    CHECK(cl_.clEnqueueCopyImage(queue_, from.handle, to.handle, origin.data(), target.data(), region.data(), 0,
                                 nullptr, nullptr) == CL_SUCCESS);
    const Layout tight{0, 0, region[0] * from.texel, region[0] * region[1] * from.texel, 0};
    Bytes texels(tight.slice_step * region[2]);
    scatter(from, origin, region, texels.data(), tight);
    gather(to, target, region, texels.data(), tight);
  }

  void copy_to_buffer(const Model& model, cl_mem buffer, Bytes& bytes) {
    const auto [origin, region] = some_region(model, model.size);
    const Layout tight{0, 0, region[0] * model.texel, region[0] * region[1] * model.texel, 0};
    const std::size_t offset = number(bytes.size() - tight.slice_step * region[2] + 1);
    CHECK(cl_.clEnqueueCopyImageToBuffer(queue_, model.handle, buffer, origin.data(), region.data(), offset, 0, nullptr,
                                         nullptr) == CL_SUCCESS);
    scatter(model, origin, region, bytes.data() + offset, tight);
  }

  void copy_from_buffer(Model& model, cl_mem buffer, const Bytes& bytes) {
    const auto [origin, region] = some_region(model, model.size);
    const Layout tight{0, 0, region[0] * model.texel, region[0] * region[1] * model.texel, 0};
    const std::size_t offset = number(bytes.size() - tight.slice_step * region[2] + 1);
    CHECK(cl_.clEnqueueCopyBufferToImage(queue_, buffer, model.handle, offset, origin.data(), region.data(), 0, nullptr,
                                         nullptr) == CL_SUCCESS);
    gather(model, origin, region, bytes.data() + offset, tight);
  }

  void map(Model& model) {
    const auto [origin, region] = some_region(model, model.size);
    std::size_t row = 0, slice = 0;
    cl_int code = CL_SUCCESS;
    auto* pointer = static_cast<std::uint8_t*>(
        cl_.clEnqueueMapImage(queue_, model.handle, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, origin.data(), region.data(),
                              &row, &slice, 0, nullptr, nullptr, &code));
    REQUIRE(code == CL_SUCCESS);
    const Layout layout = layout_of(model, region, row, slice);
    std::size_t wrong = 0;
    for_each_row(model, origin, region, layout, [&](std::size_t at, std::size_t host, std::size_t size) {
      wrong += std::memcmp(pointer + host, model.bytes.data() + at, size) != 0;
      for (std::size_t i = 0; i < size; ++i) pointer[host + i] = static_cast<std::uint8_t>(random_());
    });
    CHECK(wrong == 0);
    gather(model, origin, region, pointer, layout);
    CHECK(cl_.clEnqueueUnmapMemObject(queue_, model.handle, pointer, 0, nullptr, nullptr) == CL_SUCCESS);
  }

  void check(const Model& model) {
    INFO("kind " << model.kind << ", " << model.size[0] << " x " << model.size[1] << " x " << model.size[2]);
    Bytes got(model.bytes.size());
    const Extent origin{};
    CHECK(cl_.clEnqueueReadImage(queue_, model.handle, CL_TRUE, origin.data(), model.size.data(), 0, 0, got.data(), 0,
                                 nullptr, nullptr) == CL_SUCCESS);
    CHECK(got == model.bytes);
  }

  const cl_icd_dispatch& cl_;
  cl_context context_;
  cl_command_queue queue_;
  std::mt19937 random_;
};

}  // namespace

void fuzz_images(const cl_icd_dispatch& table, cl_context context, cl_command_queue queue, unsigned seed,
                 unsigned images) {
  for (unsigned i = 0; i < images; ++i) {
    INFO("seed " << seed + i);
    Fuzz(table, context, queue, seed + i).run();
  }
}

}  // namespace clc::front::testing
