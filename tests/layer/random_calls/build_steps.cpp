// Programs are built, compiled and linked.
#include <chrono>
#include <thread>

#include "scene.h"

namespace random_calls {
namespace {

struct DeviceList {
  cl_uint count = 0;
  const cl_device_id* list = nullptr;
  std::vector<cl_device_id> owned;
};

DeviceList any_devices(const Scene& scene, const World& world, Choices& choices) {
  DeviceList devices;
  const std::size_t kind = choices.below(scene.is_packaged ? 8 : 22);
  if (kind < 5 || kind > 13 || kind == 10) return devices;
  devices.owned = world.devices;
  if (kind == 5) devices.owned = {world.devices.front()};
  if (kind == 6) devices.owned = {world.devices.back()};
  if (kind == 8) devices.owned.push_back(world.devices.front());  // twice
  if (kind == 9) devices.owned = {scene.worlds[0].devices.back()};
  devices.count = static_cast<cl_uint>(devices.owned.size());
  devices.list = devices.owned.data();
  if (kind == 11) devices.count = 0;
  if (kind == 12) devices.list = nullptr;
  if (kind == 13) std::swap(devices.owned.front(), devices.owned.back());
  std::string numbers;
  for (const cl_device_id device : devices.owned) {
    std::size_t i = 0;
    while (i < world.devices.size() && world.devices[i] != device) ++i;
    numbers += " " + std::to_string(i);
  }
  say("devices " + std::to_string(kind) + ":" + numbers);
  return devices;
}

void CL_CALLBACK note_call(cl_program program, void* to) {
  auto* called = static_cast<Called*>(to);
  called->program = program;
  ++called->times;
}

using Notify = void(CL_CALLBACK*)(cl_program, void*);

// Perhaps a callback, and sometimes what goes with one alone.
struct AnyNotify {
  Notify notify = nullptr;
  void* data = nullptr;
  Called* called = nullptr;

  AnyNotify(Scene& scene, Choices& choices) {
    const std::size_t kind = choices.below(12);
    if (kind == 0 && !scene.is_packaged) data = &scene;
    if (kind > 2 || kind == 0) return;
    scene.called.push_back(std::make_unique<Called>());
    called = scene.called.back().get();
    notify = note_call;
    data = called;
  }
  // Waits, too: what is asked next depends on whether the build has ended.
  void tell(cl_int code, cl_program program) const {
    if (called == nullptr) return;
    const int most = code == CL_SUCCESS ? 1000 : 10;
    for (int i = 0; i < most && called->times == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    // Until the thread has left the callback, it may have a reference to the program.
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    say("called " + std::to_string(called->times) + " times" +
        (called->times == 0           ? ""
         : called->program == program ? " for it"
                                      : " for another"));
  }
};

// Returns what a build came to whose callback was called. The call may have returned before, and cannot say it then.
cl_int result_of(cl_int code, cl_program program, const World& world) {
  if (code != CL_SUCCESS && code != CL_BUILD_PROGRAM_FAILURE) return code;
  for (const cl_device_id device : world.devices) {
    cl_build_status status = CL_BUILD_NONE;
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof(status), &status, nullptr);
    if (status == CL_BUILD_ERROR) return CL_BUILD_PROGRAM_FAILURE;
  }
  return CL_SUCCESS;
}

void note_build(const Scene& scene, ProgramSlot& slot, cl_int code) {
  ++slot.builds;
  slot.is_spent = scene.is_gentle && code != CL_SUCCESS;
}

void build(Scene& scene, Choices& choices) {
  const std::size_t at = any_slot(scene.programs, choices);
  ProgramSlot& slot = scene.programs[at];
  if (slot.is_spent) return;
  const World& world = scene.worlds[slot.world];
  const std::string options = any_options(scene, world, choices);
  const bool has_options = !options.empty() || choices.is_one_of(2);
  say("build " + std::to_string(at) + " with '" + options + "'");
  const DeviceList devices = any_devices(scene, world, choices);
  const AnyNotify notify(scene, choices);
  cl_int code = clBuildProgram(slot.handle, devices.count, devices.list, has_options ? options.c_str() : nullptr,
                               notify.notify, notify.data);
  notify.tell(code, slot.handle);
  if (notify.called != nullptr) code = result_of(code, slot.handle, world);
  say("clBuildProgram", code);
  note_build(scene, slot, code);
  slot.is_compiled = false;
  slot.is_built = code == CL_SUCCESS;
}

void compile(Scene& scene, Choices& choices) {
  const std::size_t at = filled_slot(scene.programs, choices);
  if (at == scene.programs.size()) return;
  ProgramSlot& slot = scene.programs[at];
  if (slot.is_spent) return;
  const World& world = scene.worlds[slot.world];
  const std::string options = any_options(scene, world, choices);
  const cl_program headers[] = {every_call::from_source(world, "#undef VALUE\n#define VALUE 201\n"),
                                every_call::from_source(world, "#undef VALUE\n#define VALUE 202\n")};
  const char* names[] = {choices.is_one_of(4) ? "other.h" : "value.h", "unused.h"};
  const auto count = static_cast<cl_uint>(choices.below(3));
  const bool has_lists = count > 0;
  say("compile " + std::to_string(at) + " with '" + options + "' and " + std::to_string(count) + " headers");
  const DeviceList devices = any_devices(scene, world, choices);
  const AnyNotify notify(scene, choices);
  const cl_int code =
      clCompileProgram(slot.handle, devices.count, devices.list, options.c_str(), count, has_lists ? headers : nullptr,
                       has_lists ? names : nullptr, notify.notify, notify.data);
  say("clCompileProgram", code);
  notify.tell(code, slot.handle);
  note_build(scene, slot, code);
  slot.is_compiled = code == CL_SUCCESS;
  slot.is_built = false;
  for (const cl_program header : headers) clReleaseProgram(header);
}

// Puts what clLinkProgram gave into a slot.
void keep_linked(Scene& scene, Choices& choices, std::size_t world, cl_program program, cl_int code) {
  const std::size_t at = free_slot(scene.programs, choices);
  put_program(scene, at, program, world);
  if (program == nullptr) return;
  scene.programs[at].is_built = code == CL_SUCCESS;
  scene.programs[at].builds = 1;
}

void link(Scene& scene, Choices& choices) {
  static const char* const k_options[] = {"", "", "-w", "-create-library", "-cl-fast-relaxed-math", "-cl-nothing"};
  const std::string options = scene.is_packaged ? "" : choices.of(k_options);
  const std::size_t wanted = scene.is_packaged ? 1 : 1 + choices.below(3);
  std::vector<cl_program> inputs;
  std::string which;
  const std::size_t first = choices.below(scene.programs.size());
  std::size_t world = scene.worlds.size();
  for (std::size_t i = 0; i < scene.programs.size() && inputs.size() < wanted; ++i) {
    const ProgramSlot& slot = scene.programs[(first + i) % scene.programs.size()];
    // Drivers die of linking what is not compiled.
    if (!slot.is_compiled || (!inputs.empty() && slot.world != world)) continue;
    world = slot.world;
    inputs.push_back(slot.handle);
    which += " " + std::to_string((first + i) % scene.programs.size());
  }
  if (inputs.empty()) return;
  say("link" + which + " with '" + options + "'");
  const DeviceList devices = any_devices(scene, scene.worlds[world], choices);
  const AnyNotify notify(scene, choices);
  cl_int code = 77;
  const cl_program program =
      clLinkProgram(scene.worlds[world].context, devices.count, devices.list, options.c_str(),
                    static_cast<cl_uint>(inputs.size()), inputs.data(), notify.notify, notify.data, &code);
  say("clLinkProgram", code);
  notify.tell(program == nullptr ? CL_INVALID_VALUE : code, program);
  keep_linked(scene, choices, world, program, code);
}

// A program of several sources and a header, of which one may come as a library and one may be linked twice.
void link_parts(Scene& scene, Choices& choices) {
  const std::size_t world = choices.below(scene.worlds.size());
  const cl_context context = scene.worlds[world].context;
  const std::string options = any_options(scene, scene.worlds[world], choices);
  const cl_program header = every_call::from_source(scene.worlds[world], "#ifndef VALUE\n#define VALUE 204\n#endif\n");
  // Folders of headers have a value.h, too, and which one is meant depends on the driver.
  const char* name = scene.is_packaged ? "given.h" : "value.h";
  std::vector<cl_program> parts;
  bool is_compiled = true;
  for (const std::string& source : sources_of_parts(name)) {
    parts.push_back(every_call::from_source(scene.worlds[world], source));
    const cl_int code =
        clCompileProgram(parts.back(), 0, nullptr, options.c_str(), 1, &header, &name, nullptr, nullptr);
    say("part with '" + options + "'", code);
    is_compiled = is_compiled && code == CL_SUCCESS;
  }
  clReleaseProgram(header);
  std::vector<cl_program> inputs = parts;
  cl_int code = CL_SUCCESS;
  const std::size_t of_library = choices.below(parts.size() + 1);
  cl_program library = nullptr;
  if (is_compiled && of_library < parts.size()) {
    library = clLinkProgram(context, 0, nullptr, "-create-library", 1, &parts[of_library], nullptr, nullptr, &code);
    say("library of part " + std::to_string(of_library), code);
    if (library != nullptr) inputs[of_library] = library;
  }
  for (std::size_t times = 1 + choices.below(2); is_compiled && code == CL_SUCCESS && times > 0; --times) {
    const AnyNotify notify(scene, choices);
    const cl_program program = clLinkProgram(context, 0, nullptr, "", static_cast<cl_uint>(inputs.size()),
                                             inputs.data(), notify.notify, notify.called, &code);
    say("link of the parts", code);
    notify.tell(program == nullptr ? CL_INVALID_VALUE : code, program);
    keep_linked(scene, choices, world, program, code);
    if (program == nullptr) break;
  }
  if (library != nullptr) clReleaseProgram(library);
  for (const cl_program part : parts) clReleaseProgram(part);
}

}  // namespace

const std::vector<Step>& build_steps() {
  static const std::vector<Step> all = {
      {"build", 26, &build}, {"compile", 8, &compile}, {"link", 8, &link}, {"link_parts", 4, &link_parts}};
  return all;
}

}  // namespace random_calls
