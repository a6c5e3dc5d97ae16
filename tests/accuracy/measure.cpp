#include "accuracy/measure.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <thread>
#include <utility>

#include "clc/package/package.h"

namespace clc::accuracy {
namespace {

#include "accuracy/modes.h"

constexpr std::uint32_t k_chunk = 1U << 24;  // results at a time
constexpr std::uint32_t k_group = 256, k_group_results = 8192;
constexpr double k_doubtful = 0.98;      // of what is allowed: MPFR decides, and not the device's reference
constexpr std::size_t k_decided = 4096;  // of these the worst

template <class T>
T need(Result<T> result) {
  if (!result) throw Failed(result.error().message);
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}
void need_cl(cl_int code, const char* call) {
  if (code != CL_SUCCESS) throw Failed(std::string(call) + ": " + opencl_error_name(code));
}

Type type_of(Profile profile) {
  return profile == Profile::k_double ? Type::k_double : profile == Profile::k_half ? Type::k_half : Type::k_float;
}
const Format& format_of(Type type) {
  return type == Type::k_double ? k_double_format : type == Type::k_half ? k_half_format : k_float_format;
}
const Rule& rule_of(const Function& function, Profile profile) {
  switch (profile) {
    case Profile::k_relaxed:
      return function.relaxed;
    case Profile::k_double:
      return function.of_double;
    case Profile::k_half:
      return function.of_half;
    default:
      return function.full;
  }
}
std::uint32_t mode_of(const Function& function, Profile profile) {
  if (profile == Profile::k_relaxed || function.name.starts_with("native_")) return MODE_FLUSHES | MODE_FINITE;
  return function.is_loose ? MODE_FLUSHES : 0;
}

double half_value(std::uint16_t bits) {
  return input_of(Type::k_half, Arguments::k_one, bits).x;
}

std::string text_of(const Function& function, Type type, std::uint32_t index) {
  const Input input = input_of(type, function.arguments, index);
  char text[100];
  if (function.arguments == Arguments::k_one) std::snprintf(text, sizeof text, "%a", input.x);
  if (function.arguments == Arguments::k_two) std::snprintf(text, sizeof text, "%a, %a", input.x, input.y);
  if (function.arguments == Arguments::k_one_and_int) std::snprintf(text, sizeof text, "%a, %d", input.x, input.k);
  return text;
}

// The error of one result, and what is allowed; nothing where nothing is promised.
struct Verdict {
  double error, allowed;
  bool is_absolute;
};
std::optional<Verdict> verdict_of(const Function& function, Profile profile, std::uint32_t index, double got) {
  const Type type = type_of(profile);
  const Format& format = format_of(type);
  const Input input = input_of(type, function.arguments, index);
  Exact expected;
  find_exact(function.reference)(expected, Exact(input.x), Exact(input.y), input.k);
  const double rounded = mpfr_get_d(expected.get(), MPFR_RNDN);
  const bool is_finite = std::isfinite(input.x) && std::fabs(rounded) < std::ldexp(1.0, format.largest_exponent + 1);
  const std::uint32_t mode = mode_of(function, profile);
  const double least = std::ldexp(1.0, format.least_exponent);
  if ((mode & MODE_FINITE) && !is_finite) return std::nullopt;
  if ((mode & MODE_FLUSHES) && std::fabs(input.x) < least && input.x != 0) return std::nullopt;
  if ((mode & MODE_FLUSHES) && std::fabs(rounded) < least && std::fabs(got) <= least) return std::nullopt;
  if ((mode & MODE_FLUSHES) && got == 0 && rounded == 0) return std::nullopt;
  const float allowed = allowed_by(rule_of(function, profile), function.arguments == Arguments::k_one ? input.x : 1);
  if (allowed == 0) return std::nullopt;
  if (allowed < 0 && is_finite) return Verdict{absolute_error(got, expected), -allowed, true};
  return Verdict{ulp_error(got, expected, format), std::fabs(allowed), false};
}

}  // namespace

const char* profile_name(Profile profile) {
  switch (profile) {
    case Profile::k_relaxed:
      return "relaxed";
    case Profile::k_double:
      return "double";
    case Profile::k_half:
      return "half";
    default:
      return "full";
  }
}

Measure::Measure(std::string packages, const std::string& device, std::string target, std::uint32_t part)
    : queue_(need(Queue::create(need(select_device(device))))),
      packages_(std::move(packages)),
      target_(std::move(target)),
      part_(part) {}

void Measure::take_reference(const std::string& ptx) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(ptx.data());
  const std::size_t size = ptx.size();
  cl_device_id device = queue_.device().id;
  cl_int code = CL_SUCCESS, status = CL_SUCCESS;
  reference_ = clCreateProgramWithBinary(queue_.context(), 1, &device, &size, &bytes, &status, &code);
  need_cl(code, "clCreateProgramWithBinary of the reference");
  need_cl(clBuildProgram(reference_, 1, &device, "", nullptr, nullptr), "clBuildProgram of the reference");
}

std::optional<Program> Measure::program(const std::string& package, const std::string& module) {
  const auto found = programs_.find(module + package);
  if (found != programs_.end()) return found->second;
  std::optional<Program> loaded;
  Result<Package> opened = Package::open(packages_ + "/" + package);
  if (opened) {
    Result<Program> result = Program::load(queue_, *opened, module, target_);
    if (result) loaded = *result;
    if (!result) std::fprintf(stderr, "%s: %s\n", package.c_str(), result.error().message.c_str());
  }
  programs_.emplace(module + package, loaded);
  return loaded;
}

std::optional<Kernel> Measure::tested(const Function& function, Profile profile) {
  const Type type = type_of(profile);
  if (function.is_loose && profile != Profile::k_full) return std::nullopt;
  const char* module = type == Type::k_double ? "accuracy_double"
                       : type == Type::k_half ? "accuracy_half"
                                              : "accuracy_float";
  const std::optional<Program> loaded = program(profile_name(profile), module);
  if (!loaded) return std::nullopt;
  return need(loaded->kernel("t_" + function.name));
}

cl_kernel Measure::reference(const std::string& name) {
  if (reference_ != nullptr) {
    cl_int code = CL_SUCCESS;
    cl_kernel kernel = clCreateKernel(reference_, ("r_" + name).c_str(), &code);
    need_cl(code, "clCreateKernel of the reference");
    return kernel;
  }
  const std::optional<Program> loaded = program("judge", "reference");
  if (!loaded) throw Failed("the reference does not load");
  const Kernel kernel = need(loaded->kernel("r_" + name));
  reference_kernels_.insert_or_assign(name, kernel);
  return kernel.handle();
}

void Measure::launch_reference(cl_kernel kernel, std::uint32_t first, std::uint32_t count) const {
  cl_mem expected = expected_.handle();
  need_cl(clSetKernelArg(kernel, 0, sizeof first, &first), "clSetKernelArg");
  need_cl(clSetKernelArg(kernel, 1, sizeof expected, &expected), "clSetKernelArg");
  const std::size_t global = count, local = k_group;
  need_cl(clEnqueueNDRangeKernel(queue_.handle(), kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
}

// The inputs whose results come near what is allowed, or the one that comes nearest, by the device's reference.
std::vector<std::uint32_t> Measure::doubtful(const Function& function, Profile profile, const Kernel& kernel) {
  const std::optional<Program> loaded = program("judge", "accuracy_judge");
  if (!loaded) throw Failed("the judge does not load");
  const Kernel judge = need(loaded->kernel("judge"));
  if (got_.size() == 0) {
    got_ = need(queue_.allocate(std::size_t{k_chunk} * sizeof(float)));
    expected_ = need(queue_.allocate(std::size_t{k_chunk} * sizeof(double)));
    worst_ = need(queue_.allocate(k_chunk / k_group_results * sizeof(std::uint64_t)));
  }
  const Rule& rule = rule_of(function, profile);
  const cl_kernel exact = reference(function.reference);
  std::vector<std::uint64_t> all, worst(k_chunk / k_group_results);
  for (std::uint64_t at = 0; at < std::uint64_t{1} << 32; at += std::uint64_t{k_chunk} * part_) {
    const auto first = static_cast<std::uint32_t>(at);
    need(kernel.enqueue(queue_, NDRange{.global = {k_chunk, 1, 1}, .local = {k_group, 1, 1}}, first, cl_uint{1}, got_));
    launch_reference(exact, first, k_chunk);
    need(judge.enqueue(queue_, NDRange{.global = {k_chunk / k_group_results * k_group, 1, 1}, .local = {k_group, 1, 1}},
                       first, got_, expected_, rule.kind, rule.limit, rule.bound, mode_of(function, profile),
                       cl_uint{function.arguments != Arguments::k_one}, worst_));
    need(queue_.read(worst_, worst.data(), worst.size() * sizeof worst[0]));
    all.insert(all.end(), worst.begin(), worst.end());
  }
  std::sort(all.rbegin(), all.rend());
  std::vector<std::uint32_t> indices;
  for (const std::uint64_t entry : all) {
    const float fraction = std::bit_cast<float>(static_cast<std::uint32_t>(entry >> 32));
    if (!indices.empty() && (fraction < k_doubtful || indices.size() == k_decided)) break;
    indices.push_back(static_cast<std::uint32_t>(entry));
  }
  return indices;
}

std::vector<double> Measure::results(const Function&, Profile profile, const Kernel& kernel, std::uint32_t first,
                                     std::uint32_t stride, std::uint32_t count) const {
  const Type type = type_of(profile);
  const std::size_t size = type == Type::k_double ? 8 : type == Type::k_half ? 2 : 4;
  const Buffer out = need(queue_.allocate(count * size));
  need(kernel.launch(queue_, NDRange{.global = {count, 1, 1}}, first, stride, out));
  std::vector<unsigned char> bytes(count * size);
  need(queue_.read(out, bytes.data(), bytes.size()));
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes.data() + i * size, size);
    values[i] = type == Type::k_double ? std::bit_cast<double>(bits)
                : type == Type::k_half ? half_value(static_cast<std::uint16_t>(bits))
                                       : std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  }
  return values;
}

Measure::Worst Measure::judge(const Function& function, Profile profile, const std::vector<std::uint32_t>& indices,
                              const std::vector<double>& got) const {
  const std::size_t threads = std::max(1U, std::thread::hardware_concurrency());
  std::vector<Worst> worst(threads);
  const auto work = [&](std::size_t thread) {
    for (std::size_t i = thread; i < indices.size(); i += threads) {
      const std::optional<Verdict> verdict = verdict_of(function, profile, indices[i], got[i]);
      if (!verdict || !(verdict->error / verdict->allowed > worst[thread].fraction)) continue;
      worst[thread] = {verdict->error / verdict->allowed, verdict->error, verdict->allowed, indices[i],
                       verdict->is_absolute};
    }
    mpfr_free_cache();
  };
  std::vector<std::thread> workers;
  for (std::size_t thread = 0; thread < threads; ++thread) workers.emplace_back(work, thread);
  for (std::thread& worker : workers) worker.join();
  return *std::max_element(worst.begin(), worst.end(),
                           [](const Worst& a, const Worst& b) { return a.fraction < b.fraction; });
}

std::optional<Row> Measure::run(const Function& function, Profile profile, bool is_exhaustive, std::uint32_t samples) {
  const std::optional<Kernel> kernel = tested(function, profile);
  if (!kernel) return std::nullopt;
  const Type type = type_of(profile);
  std::vector<std::uint32_t> indices;
  std::vector<double> got;
  Row row;
  if (is_exhaustive && type == Type::k_float) {
    indices = doubtful(function, profile, *kernel);
    for (const std::uint32_t index : indices) got.push_back(results(function, profile, *kernel, index, 1, 1)[0]);
    row.inputs = (std::uint64_t{1} << 32) / part_;
  } else {
    // Floats of one argument: spread over all by the golden ratio; halfs: all there are; else samples by index.
    const bool is_spread = type == Type::k_float && function.arguments == Arguments::k_one;
    const bool is_whole = type == Type::k_half && function.arguments == Arguments::k_one;
    const std::uint32_t count = is_whole ? 65536 : samples;
    const std::uint32_t stride = is_spread ? 0x9e3779b1 : 1;
    got = results(function, profile, *kernel, 0, stride, count);
    for (std::uint32_t i = 0; i < count; ++i) indices.push_back(i * stride);
    row.inputs = count;
  }
  const Worst worst = judge(function, profile, indices, got);
  row.function = function.name;
  row.profile = function.is_loose ? function.name.substr(0, function.name.find('_')) : profile_name(profile);
  row.error = worst.error;
  row.unit = worst.is_absolute ? "absolute" : "ulp";
  row.where = text_of(function, type, worst.index);
  row.allowed = worst.allowed;
  row.is_judged = rule_of(function, profile).is_judged;
  return row;
}

}  // namespace clc::accuracy
