// image-scale [DEVICE]: cuts a letter out of a sheet, draws it at four times its size, and prints it.
#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "scale.clc.h"

namespace {

constexpr std::size_t k_sheet_width = 20, k_letter_left = 13, k_width = 7, k_height = 7, k_factor = 4;
constexpr const char* k_sheet[k_height] = {
    "####    #   #       ", "#   #   ##  #  #### ", "#   #   # # # #     ", "####    # # # #     ",
    "#       #  ## #     ", "#       #   #  #### ", "                    ",
};

using Texels = std::vector<std::array<std::uint8_t, 4>>;

// Letters are white on black.
Texels read_sheet() {
  Texels texels;
  for (const char* row : k_sheet) {
    for (std::size_t x = 0; x < k_sheet_width; ++x) {
      const auto level = static_cast<std::uint8_t>(row[x] == '#' ? 255 : 0);
      texels.push_back({level, level, level, 255});
    }
  }
  return texels;
}

clc::Result<Texels> enlarge(const Texels& sheet, const std::string& device_name) {
  const auto device = clc::select_device(device_name);
  if (!device) return fail(device);
  const auto queue = clc::Queue::create(*device);
  if (!queue) return fail(queue);
  const auto package = scale::open_package();
  if (!package) return fail(package);
  const auto kernels = scale::scale::load(*queue, *package);
  if (!kernels) return fail(kernels);

  // A device without images, or without this format, says so here.
  const cl_image_format format{CL_RGBA, CL_UNORM_INT8};
  const auto picture = queue->allocate_image(clc::image_2d(k_width, k_height), format, CL_MEM_READ_ONLY);
  if (!picture) return fail(picture);
  const auto shape = clc::image_2d(k_width * k_factor, k_height * k_factor);
  const auto result = queue->allocate_image(shape, format, CL_MEM_WRITE_ONLY);
  if (!result) return fail(result);
  const auto smooth = queue->create_sampler({true, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR});
  if (!smooth) return fail(smooth);

  // The rows of the letter lie a whole row of the sheet apart.
  const clc::ImagePitch pitch{k_sheet_width * sizeof(sheet[0])};
  if (auto done = queue->write(*picture, &sheet[k_letter_left], {}, pitch); !done) return fail(done);
  const auto time = kernels->scale(*queue, clc::range_2d({result->width(), result->height()}),
                                   clc::read_only_image<clc::image2d_t>(*picture), *smooth,
                                   clc::write_only_image<clc::image2d_t>(*result));
  if (!time) return fail(time);
  Texels texels(result->width() * result->height());
  if (auto done = queue->read(*result, texels.data()); !done) return fail(done);
  return texels;
}

}  // namespace

int main(int argc, char** argv) {
  const auto texels = enlarge(read_sheet(), argc > 1 ? argv[1] : "");
  if (!texels) {
    std::fprintf(stderr, "image-scale: %s\n", texels.error().message.c_str());
    return clc::exit_code(texels.error().kind);
  }
  const std::string levels = " .:-=+*#";
  for (std::size_t i = 0; i < texels->size(); ++i) {
    std::putchar(levels[(*texels)[i][0] * levels.size() / 256]);
    if ((i + 1) % (k_width * k_factor) == 0) std::putchar('\n');
  }
}
