// `clrun list` and `clrun devices`.
#include "base/json_writer.h"
#include "base/text.h"
#include "base/try.h"
#include "commands.h"
#include "common/registry.h"
#include "context.h"
#include "output.h"
#include "support/command_line.h"
#include "tables.h"

namespace clc::clrun {
namespace {

// "--input FILE [--angle DEGREES]"
std::string usage(const std::vector<algorithms::RunOption>& options) {
  std::string text;
  for (const algorithms::RunOption& option : options) {
    const std::string spec = "--" + option.name + " " + option.value;
    text += (text.empty() ? "" : " ") + (option.is_required ? spec : "[" + spec + "]");
  }
  return text;
}

// The text behind `clrun run NAME`; empty when the algorithm does not work on files.
std::string run_help(const algorithms::Algorithm& algorithm) {
  return algorithm.run ? usage(algorithm.run_options) + ": " + algorithm.run_help : "";
}

void write_json(const Selection& selection, JsonWriter& json) {
  const algorithms::Algorithm& algorithm = *selection.algorithm;
  json.begin_object().put("name", algorithm.name, "description", algorithm.description, "element", algorithm.element);
  json.put("needs_fp64", algorithm.needs_fp64, "run", run_help(algorithm)).key("variants").begin_array();
  for (const algorithms::AlgorithmVariant* variant : selection.variants) {
    json.begin_object().put("name", variant->name, "short_name", variant->short_name);
    json.put("description", variant->description).end_object();
  }
  json.end_array().end_object();
}

// The limits that a device tells for images; a number that it does not tell is 0.
struct ImageLimits {
  bool has_images = false;
  std::uint64_t width_2d = 0, height_2d = 0, width_3d = 0, height_3d = 0, depth_3d = 0, array = 0, buffer = 0;
  std::uint32_t read = 0, write = 0, samplers = 0;
};

template <class T>
T device_value(cl_device_id device, cl_device_info what) {
  T value = 0;
  return clGetDeviceInfo(device, what, sizeof(value), &value, nullptr) == CL_SUCCESS ? value : T{0};
}

ImageLimits read_image_limits(cl_device_id device) {
  ImageLimits limits;
  limits.has_images = device_value<cl_bool>(device, CL_DEVICE_IMAGE_SUPPORT) == CL_TRUE;
  if (!limits.has_images) return limits;
  limits.width_2d = device_value<std::size_t>(device, CL_DEVICE_IMAGE2D_MAX_WIDTH);
  limits.height_2d = device_value<std::size_t>(device, CL_DEVICE_IMAGE2D_MAX_HEIGHT);
  limits.width_3d = device_value<std::size_t>(device, CL_DEVICE_IMAGE3D_MAX_WIDTH);
  limits.height_3d = device_value<std::size_t>(device, CL_DEVICE_IMAGE3D_MAX_HEIGHT);
  limits.depth_3d = device_value<std::size_t>(device, CL_DEVICE_IMAGE3D_MAX_DEPTH);
  limits.array = device_value<std::size_t>(device, CL_DEVICE_IMAGE_MAX_ARRAY_SIZE);
  limits.buffer = device_value<std::size_t>(device, CL_DEVICE_IMAGE_MAX_BUFFER_SIZE);
  limits.read = device_value<cl_uint>(device, CL_DEVICE_MAX_READ_IMAGE_ARGS);
  limits.write = device_value<cl_uint>(device, CL_DEVICE_MAX_WRITE_IMAGE_ARGS);
  limits.samplers = device_value<cl_uint>(device, CL_DEVICE_MAX_SAMPLERS);
  return limits;
}

void write_json(const ImageLimits& limits, JsonWriter& json) {
  json.begin_object().put("supported", limits.has_images, "width_2d", limits.width_2d, "height_2d", limits.height_2d);
  json.put("width_3d", limits.width_3d, "height_3d", limits.height_3d, "depth_3d", limits.depth_3d);
  json.put("array", limits.array, "buffer", limits.buffer, "read_arguments", limits.read);
  json.put("write_arguments", limits.write, "samplers", limits.samplers).end_object();
}

// Lines about images and extensions of one device.
std::string describe_details(const Device& device, std::size_t index) {
  const auto size = [](std::uint64_t a, std::uint64_t b) { return std::to_string(a) + " x " + std::to_string(b); };
  const ImageLimits limits = read_image_limits(device.id);
  std::string text = "\n#" + std::to_string(index) + " " + device.facts.name + "\n  images      ";
  if (!limits.has_images) {
    text += "none\n";
  } else {
    text += "2D up to " + size(limits.width_2d, limits.height_2d) + ", 3D up to " +
            size(limits.width_3d, limits.height_3d) + " x " + std::to_string(limits.depth_3d) + ", arrays up to " +
            std::to_string(limits.array) + ", of a buffer up to " + std::to_string(limits.buffer) +
            " texels\n              a kernel reads up to " + std::to_string(limits.read) + ", writes up to " +
            std::to_string(limits.write) + ", with up to " + std::to_string(limits.samplers) + " samplers\n";
  }
  const std::vector<std::string>& extensions = device.facts.extensions;
  return text + "  extensions  " + (extensions.empty() ? "none" : join(extensions, "\n              ")) + "\n";
}

void write_json(const Device& device, JsonWriter& json) {
  const DeviceFacts& facts = device.facts;
  json.begin_object().put("kind", device_kind_name(facts.kind), "name", facts.name, "vendor", facts.vendor);
  json.put("platform", facts.platform_name, "platform_version", facts.platform_version, "version", facts.version);
  json.put("driver", facts.driver_version, "il", facts.il_version, "compute_units", facts.compute_units);
  json.put("max_work_group_size", facts.max_work_group_size, "local_memory", facts.local_memory);
  json.put("global_memory", facts.global_memory, "fp64", facts.has_fp64).key("extensions").begin_array();
  for (const std::string& extension : facts.extensions) json.value(extension);
  write_json(read_image_limits(device.id), json.end_array().key("images"));
  json.end_object();
}

const std::vector<std::pair<std::string, Format>> k_formats{{"text", Format::k_text}, {"json", Format::k_json}};

Result<int> list(const Options& options, Output& output) {
  const auto selections = CLC_TRY(select_algorithms(options.names, algorithms::all_algorithms()));
  if (options.format == Format::k_json) {
    JsonWriter json(-1);
    json.begin_array();
    for (const Selection& selection : selections) write_json(selection, json);
    output.write(json.end_array().text() + "\n");
    return 0;
  }
  std::string text;
  for (const Selection& selection : selections) {
    const algorithms::Algorithm& algorithm = *selection.algorithm;
    text += algorithm.name + ": " + algorithm.description + "; sizes count " + algorithm.element + "\n";
    for (const algorithms::AlgorithmVariant* variant : selection.variants)
      text += "  " + table_row({variant->name, variant->description}, {20, 0});
    const std::vector<std::string> names = short_names(algorithm);
    if (!names.empty()) text += "  also by short names, for either kind of element: " + join(names, ", ") + "\n";
    if (algorithm.run) text += "  clrun run " + algorithm.name + " " + run_help(algorithm) + "\n";
  }
  output.write(text);
  return 0;
}

Result<int> list_devices_here(const Options& options, Output& output) {
  const auto devices = CLC_TRY(list_devices());
  if (options.format == Format::k_json) {
    JsonWriter json(-1);
    json.begin_array();
    for (const Device& device : devices) write_json(device, json);
    output.write(json.end_array().text() + "\n");
    return 0;
  }
  std::vector<std::vector<std::string>> rows{{"device", "kind", "name", "platform", "driver", "units", "fp64", "IL"}};
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const DeviceFacts& facts = devices[i].facts;
    rows.push_back({"#" + std::to_string(i), device_kind_name(facts.kind), facts.name, facts.platform_name,
                    facts.driver_version, std::to_string(facts.compute_units), facts.has_fp64 ? "yes" : "no",
                    facts.il_version.empty() ? "none" : facts.il_version});
  }
  std::string text = devices.empty() ? "no OpenCL devices: is a driver installed? (clinfo -l)\n" : table(rows);
  for (std::size_t i = 0; i < devices.size() && options.details; ++i) text += describe_details(devices[i], i);
  output.write(text);
  return 0;
}

}  // namespace

Result<int> list_algorithms(const std::vector<std::string>& arguments, Sink&) {
  Options options;
  const CommandLine line("Lists the algorithms and their variants: all, or those named.", "clrun list");
  add_names(line, options);
  add_format(line, options, k_formats);
  line.footer("Example:\n  clrun list image_rotate\n");
  if (!CLC_TRY(line.parse(arguments))) return 0;
  return with_output(options.kernel_output, [&](Output& output) { return list(options, output); });
}

Result<int> list_all_devices(const std::vector<std::string>& arguments, Sink&) {
  Options options;
  const CommandLine line("Lists the OpenCL devices of this machine, as --device can name them.", "clrun devices");
  line.flag("--details", options.details, "also limits of images, and extensions (always in JSON)");
  add_format(line, options, k_formats);
  line.footer("Example:\n  clrun devices --details\n");
  if (!CLC_TRY(line.parse(arguments))) return 0;
  return with_output(options.kernel_output, [&](Output& output) { return list_devices_here(options, output); });
}

}  // namespace clc::clrun
