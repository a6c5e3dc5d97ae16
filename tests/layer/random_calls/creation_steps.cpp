// Programs come and go.
#include "scene.h"

namespace random_calls {
namespace {

void CL_CALLBACK note_release(cl_program, void* to) {
  ++static_cast<Called*>(to)->times;
}

void create_from_source(Scene& scene, Choices& choices) {
  const std::size_t at = free_slot(scene.programs, choices);
  const std::size_t world = choices.below(scene.worlds.size());
  const std::string source = any_source(scene, choices);
  const std::size_t cut = choices.below(source.size() + 1);
  const std::string first = source.substr(0, cut);
  const std::string second = source.substr(cut);
  // A length of 0 stands for a string that ends with a zero.
  const std::string open_end = first + (choices.is_one_of(2) ? "@" : "");
  const char* strings[] = {open_end.c_str(), second.c_str()};
  const std::size_t lengths[] = {first.size(), choices.is_one_of(2) ? 0 : second.size()};
  const bool is_cut = cut > 0 && choices.is_one_of(2);
  const char* whole = source.c_str();
  say("source '" + source + "' in world " + std::to_string(world) + (is_cut ? ", in two" : ""));
  cl_int code = 77;
  const cl_context context = scene.worlds[world].context;
  const cl_program program = is_cut ? clCreateProgramWithSource(context, 2, strings, lengths, &code)
                                    : clCreateProgramWithSource(context, 1, &whole, nullptr, &code);
  say("clCreateProgramWithSource", code);
  put_program(scene, at, program, world);
}

void create_from_nothing(Scene& scene, Choices& choices) {
  const cl_context context = scene.worlds[0].context;
  const char* text = "kernel void fill(global int* x) {}";
  cl_int code = 77;
  cl_program program = nullptr;
  if (choices.is_one_of(2)) {
    program = clCreateProgramWithSource(nullptr, 1, &text, nullptr, &code);
  } else {
    program = clCreateProgramWithSource(context, 0, &text, nullptr, &code);
  }
  say("of nothing", code);
  if (program != nullptr) say("release it", clReleaseProgram(program));
}

void create_from_il(Scene& scene, Choices& choices) {
  const std::size_t at = free_slot(scene.programs, choices);
  const std::size_t world = choices.below(scene.worlds.size());
  std::string il = scene.worlds[world].il;
  if (il.empty()) return;
  const std::size_t wrong = scene.is_packaged ? 9 : choices.below(6);
  if (wrong == 0) il.resize(choices.below(il.size()));
  if (wrong == 1) il = "this is no IL";
  say("IL of " + std::to_string(il.size()) + " bytes");
  cl_int code = 77;
  const cl_program program = clCreateProgramWithIL(scene.worlds[world].context, il.data(), il.size(), &code);
  say("clCreateProgramWithIL", code);
  put_program(scene, at, program, world);
  scene.programs[at].is_il = program != nullptr;
}

void set_constant(Scene& scene, Choices& choices) {
  const std::size_t at = filled_slot(scene.programs, choices);
  // PoCL ends the process at the constant of a program that is not of IL.
  if (at == scene.programs.size() || !scene.programs[at].is_il) return;
  // Drivers may keep to the constants that they were given first, of which a package knows nothing.
  if (scene.is_packaged && scene.programs[at].builds > 0) return;
  const cl_int value = static_cast<cl_int>(choices.below(3));
  const cl_uint id = choices.is_one_of(4) ? 8 : 7;
  const std::size_t size = choices.is_one_of(6) ? 1 : sizeof(value);
  say("constant " + std::to_string(id) + " of " + std::to_string(at),
      clSetProgramSpecializationConstant(scene.programs[at].handle, id, size, &value));
}

void take_binaries(Scene& scene, Choices& choices) {
  const std::size_t at = built_slot(scene, choices);
  const ProgramSlot& from = scene.programs[at];
  if (from.handle == nullptr || is_untold(scene, from)) return;
  const std::size_t devices = scene.worlds[from.world].devices.size();
  std::vector<std::size_t> sizes(devices, 0);
  say("binaries of " + std::to_string(at),
      clGetProgramInfo(from.handle, CL_PROGRAM_BINARY_SIZES, devices * sizeof(sizes[0]), sizes.data(), nullptr));
  BinarySlot taken;
  taken.world = from.world;
  std::vector<unsigned char*> pointers;
  const bool is_partial = choices.is_one_of(4);  // of one device only
  for (std::size_t i = 0; i < devices; ++i) taken.binaries.emplace_back(sizes[i], '\0');
  for (std::size_t i = 0; i < devices; ++i) {
    const bool is_wanted = sizes[i] > 0 && !(is_partial && i > 0);
    pointers.push_back(is_wanted ? reinterpret_cast<unsigned char*>(taken.binaries[i].data()) : nullptr);
  }
  say("take them",
      clGetProgramInfo(from.handle, CL_PROGRAM_BINARIES, devices * sizeof(pointers[0]), pointers.data(), nullptr));
  for (std::size_t i = 0; i < devices; ++i) {
    if (pointers[i] == nullptr) taken.binaries[i].clear();
    say(taken.binaries[i].empty() ? "no binary" : "a binary");
  }
  scene.binaries[choices.below(scene.binaries.size())] = std::move(taken);
}

void create_from_binaries(Scene& scene, Choices& choices) {
  BinarySlot given = scene.binaries[choices.below(scene.binaries.size())];
  if (given.binaries.empty()) return;
  const World& world = scene.worlds[given.world];
  const std::size_t spoilt = choices.below(given.binaries.size());
  switch (scene.is_packaged ? 9 : choices.below(10)) {
    case 0:
      given.binaries[spoilt].resize(given.binaries[spoilt].size() / 2);
      break;
    case 1:
      given.binaries[spoilt] = "this is no binary of anybody";
      break;
    case 2:
      given.binaries[spoilt].clear();
      break;
    default:
      break;
  }
  std::vector<std::size_t> sizes;
  std::vector<const unsigned char*> pointers;
  for (const std::string& binary : given.binaries) {
    sizes.push_back(binary.size());
    pointers.push_back(binary.empty() ? nullptr : reinterpret_cast<const unsigned char*>(binary.data()));
  }
  std::vector<cl_int> statuses(sizes.size(), 77);
  const cl_uint count = choices.is_one_of(4) ? 1 : static_cast<cl_uint>(sizes.size());
  const bool has_statuses = choices.is_one_of(2);
  cl_int code = 77;
  const cl_program program =
      clCreateProgramWithBinary(world.context, count, world.devices.data(), sizes.data(), pointers.data(),
                                has_statuses ? statuses.data() : nullptr, &code);
  say("clCreateProgramWithBinary of " + std::to_string(count), code);
  for (cl_uint i = 0; has_statuses && i < count; ++i) say("status", statuses[i]);
  put_program(scene, free_slot(scene.programs, choices), program, given.world);
}

void retain_program(Scene& scene, Choices& choices) {
  ProgramSlot& slot = scene.programs[any_slot(scene.programs, choices)];
  const cl_int code = clRetainProgram(slot.handle);
  if (code == CL_SUCCESS) ++slot.references;
  say("clRetainProgram", code);
}

void release_program(Scene& scene, Choices& choices) {
  ProgramSlot& slot = scene.programs[any_slot(scene.programs, choices)];
  say("clReleaseProgram", clReleaseProgram(slot.handle));
  if (slot.handle != nullptr && --slot.references == 0) slot = ProgramSlot();
}

void ask_for_release(Scene& scene, Choices& choices) {
  const std::size_t at = any_slot(scene.programs, choices);
  scene.releases.push_back(std::make_unique<Called>());
  say("clSetProgramReleaseCallback " + std::to_string(at),
      clSetProgramReleaseCallback(scene.programs[at].handle, note_release, scene.releases.back().get()));
}

void change_headers(Scene& scene, Choices& choices) {
  const std::size_t number = choices.below(3);
  if (!scene.is_alone) return;
  say("headers " + std::to_string(number));
  write_headers(scene.worlds[0].folder, number);
}

void unload_compiler(Scene& scene, Choices&) {
  if (!scene.is_alone) return;
  say("clUnloadPlatformCompiler", clUnloadPlatformCompiler(scene.worlds[0].platform));
}

}  // namespace

void empty_slot(std::size_t at, ProgramSlot& slot) {
  for (; slot.references > 0; --slot.references)
    say("release program " + std::to_string(at), clReleaseProgram(slot.handle));
  slot = ProgramSlot();
}

void put_program(Scene& scene, std::size_t at, cl_program program, std::size_t world) {
  say(program == nullptr ? "no program" : "a program for " + std::to_string(at));
  if (program == nullptr) return;
  empty_slot(at, scene.programs[at]);
  scene.programs[at] = ProgramSlot{program, 1, world};
}

const std::vector<Step>& creation_steps() {
  static const std::vector<Step> all = {{"create from source", 12, &create_from_source},
                                        {"create from nothing", 1, &create_from_nothing},
                                        {"create from IL", 4, &create_from_il},
                                        {"set a constant", 3, &set_constant},
                                        {"take binaries", 4, &take_binaries},
                                        {"create from binaries", 4, &create_from_binaries},
                                        {"retain a program", 2, &retain_program},
                                        {"release a program", 4, &release_program},
                                        {"ask for release", 2, &ask_for_release},
                                        {"change headers", 2, &change_headers},
                                        {"unload the compiler", 1, &unload_compiler}};
  return all;
}

}  // namespace random_calls
