// Makes a random sequence of calls that concern programs and kernels, the same one for the same seed, and writes down
// the answers. The test random_calls compares what it writes with and without the layer.
//
// usage: clc_random_calls SEED STEPS FOLDER [--il FILE] [--threads N] [--packaged] [--gentle] [--plain-options]
//        STEPS: 1-40, or 3,5,7: what each step does depends on its number, not on which others are made
//        --gentle: builds no program again that failed once, and asks for none that only its kernels hold
//        --plain-options: only those that all compilers take
//        --packaged: nothing wrong, and nothing that no package knows
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <thread>

#include "scene.h"

namespace random_calls {
namespace {

struct Plan {
  std::uint64_t seed = 0;
  std::vector<std::uint64_t> steps;
  std::string folder;
  std::string il;
  std::size_t threads = 1;
  bool is_packaged = false;
  bool is_gentle = false;
  bool has_plain_options = false;
};

std::vector<std::uint64_t> steps_in(const std::string& text) {
  std::vector<std::uint64_t> steps;
  std::istringstream list(text);
  for (std::string part; std::getline(list, part, ',');) {
    const std::uint64_t first = std::strtoull(part.c_str(), nullptr, 10);
    const std::size_t dash = part.find('-');
    const std::uint64_t last = dash == std::string::npos ? first : std::strtoull(part.c_str() + dash + 1, nullptr, 10);
    for (std::uint64_t step = first; step <= last; ++step) steps.push_back(step);
  }
  return steps;
}

bool read(int count, char** arguments, Plan& plan) {
  if (count < 4) return false;
  plan.seed = std::strtoull(arguments[1], nullptr, 10);
  plan.steps = steps_in(arguments[2]);
  plan.folder = arguments[3];
  for (int i = 4; i < count; ++i) {
    const std::string option = arguments[i];
    if (option == "--packaged") {
      plan.is_packaged = true;
    } else if (option == "--plain-options") {
      plan.has_plain_options = true;
    } else if (option == "--gentle") {
      plan.is_gentle = true;
    } else if (option == "--threads" && i + 1 < count) {
      plan.threads = std::strtoull(arguments[++i], nullptr, 10);
    } else if (option == "--il" && i + 1 < count) {
      std::ifstream file(arguments[++i], std::ios::binary);
      plan.il.assign(std::istreambuf_iterator<char>(file), {});
    } else {
      return false;
    }
  }
  return true;
}

// A sequence begins with programs: without one, most calls have the same answer.
constexpr std::uint64_t k_first_programs = 3;

const Step& any_step(std::uint64_t number, bool is_packaged, Choices& choices) {
  static const std::vector<Step> all = [] {
    std::vector<Step> steps;
    for (const auto* part : {&creation_steps(), &build_steps(), &kernel_steps(), &query_steps()}) {
      steps.insert(steps.end(), part->begin(), part->end());
    }
    return steps;
  }();
  if (number <= k_first_programs) return all.front();
  const auto weight = [is_packaged](const Step& step) { return is_packaged && !step.is_packaged ? 0U : step.weight; };
  std::size_t sum = 0;
  for (const Step& step : all) sum += weight(step);
  std::size_t at = choices.below(sum);
  for (const Step& step : all) {
    if (at < weight(step)) return step;
    at -= weight(step);
  }
  return all.front();
}

bool open(const Plan& plan, Scene& scene) {
  World world;
  world.folder = plan.folder;
  world.il = plan.il;
  cl_uint count = 0;
  if (clGetPlatformIDs(1, &world.platform, nullptr) != CL_SUCCESS) return false;
  if (clGetDeviceIDs(world.platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS) return false;
  std::vector<cl_device_id> devices(count);
  clGetDeviceIDs(world.platform, CL_DEVICE_TYPE_ALL, count, devices.data(), nullptr);
  for (const bool has_all : {true, false, true}) {
    world.devices = has_all ? devices : std::vector<cl_device_id>{devices.front()};
    cl_int code = CL_SUCCESS;
    world.context = clCreateContext(nullptr, static_cast<cl_uint>(world.devices.size()), world.devices.data(), nullptr,
                                    nullptr, &code);
    if (code != CL_SUCCESS) return false;
    scene.worlds.push_back(world);
  }
  return true;
}

void close(Scene& scene, Choices& choices) {
  say("step end");
  const bool is_context_first = choices.is_one_of(2);
  const auto release_contexts = [&] {
    for (const World& world : scene.worlds) say("release context", clReleaseContext(world.context));
  };
  const auto release_programs = [&] {
    for (std::size_t i = 0; i < scene.programs.size(); ++i) empty_slot(i, scene.programs[i]);
  };
  if (is_context_first) release_contexts();
  const bool is_program_first = choices.is_one_of(2);
  if (is_program_first) release_programs();
  for (std::size_t i = 0; i < scene.kernels.size(); ++i) empty_slot(i, scene.kernels[i]);
  if (!is_program_first) release_programs();
  if (!is_context_first) release_contexts();
  for (const auto& called : scene.releases) say("told of the release " + std::to_string(called->times) + " times");
}

// Callbacks may come when the scene is over, so it stays. Null: there is no device.
Scene* new_scene(const Plan& plan) {
  auto* scene = new Scene();
  scene->is_packaged = plan.is_packaged;
  scene->has_plain_options = plan.has_plain_options;
  scene->is_gentle = plan.is_gentle;
  scene->is_alone = plan.threads == 1;
  return open(plan, *scene) ? scene : nullptr;
}

void run(const Plan& plan, Scene& scene, std::ostream& output) {
  every_call::say_to(output);
  for (const std::uint64_t number : plan.steps) {
    Choices choices(plan.seed, number);
    const Step& step = any_step(number, plan.is_packaged, choices);
    say("step " + std::to_string(number) + " " + step.name);
    step.run(scene, choices);
  }
  Choices choices(plan.seed, 0);
  close(scene, choices);
}

}  // namespace
}  // namespace random_calls

int main(int count, char** arguments) {
  random_calls::Plan plan;
  if (!random_calls::read(count, arguments, plan)) {
    std::cerr << "usage: clc_random_calls SEED STEPS FOLDER [--il FILE] [--threads N] [--packaged] [--gentle] "
                 "[--plain-options]\n";
    return 2;
  }
  random_calls::write_headers(plan.folder, 0);
  // All begin in one thread: PoCL hands out devices that another thread has not made ready yet.
  std::vector<random_calls::Scene*> scenes;
  for (std::size_t i = 0; i < plan.threads; ++i) {
    scenes.push_back(random_calls::new_scene(plan));
    if (scenes.back() == nullptr) return 77;
  }
  if (plan.threads == 1) {
    std::cout << std::unitbuf;
    random_calls::run(plan, *scenes.front(), std::cout);
    return 0;
  }
  std::vector<std::ostringstream> outputs(plan.threads);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < plan.threads; ++i) {
    threads.emplace_back([&, i] { random_calls::run(plan, *scenes[i], outputs[i]); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::ostringstream& output : outputs) std::cout << output.str();
  return 0;
}
