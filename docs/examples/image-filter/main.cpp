// image-filter sobel|scharr IN.png OUT.png [DEVICE]: shows the edges of a picture.
#include <cstdio>
#include <string>

#include "edges.clc.h"
#include "image.h"

static clc::Result<std::string> filter(Image& image, const std::string& operation, const std::string& device_name) {
  const auto device = clc::select_device(device_name);
  if (!device) return fail(device);
  const auto queue = clc::Queue::create(*device);
  if (!queue) return fail(queue);
  // One module for each operator, all with the same kernels.
  const auto kernels = edges::edges_sobel::load(*queue, clc::ModuleChoice{{}, "edges." + operation});
  if (!kernels) return fail(kernels);

  const std::size_t bytes = image.rgba.size();
  const auto picture = queue->allocate(bytes, CL_MEM_READ_ONLY);
  const auto result = queue->allocate(bytes, CL_MEM_WRITE_ONLY);
  if (!picture || !result) return clc::fail(clc::ErrorKind::k_opencl, "no memory on the device");
  if (auto done = queue->write(*picture, image.rgba.data(), bytes); !done) return fail(done);
  const clc::NDRange range =
      clc::range_2d({static_cast<std::size_t>(image.width), static_cast<std::size_t>(image.height)});
  const auto time = kernels->edges(*queue, range, clc::buffer<const cl_uchar4>(*picture),
                                   clc::buffer<cl_uchar4>(*result), cl_int{image.width}, cl_int{image.height});
  if (!time) return fail(time);
  if (auto done = queue->read_mapped(*result, image.rgba.data(), bytes); !done) {
    return fail(done);
  }
  return kernels->program.variant().target + " on " + device->facts.name;
}

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: image-filter sobel|scharr IN.png OUT.png [DEVICE]\n");
    return 2;
  }
  std::optional<Image> image = read_image(argv[2]);
  if (!image) {
    std::fprintf(stderr, "image-filter: %s cannot be read as a picture\n", argv[2]);
    return 3;
  }
  const auto used = filter(*image, argv[1], argc > 4 ? argv[4] : "");
  if (!used) {
    std::fprintf(stderr, "image-filter: %s\n", used.error().message.c_str());
    return clc::exit_code(used.error().kind);
  }
  if (!write_png(argv[3], *image)) {
    std::fprintf(stderr, "image-filter: cannot write %s\n", argv[3]);
    return 3;
  }
  std::printf("%s: %d x %d, %s\n", argv[3], image->width, image->height, used->c_str());
}
