#include "machine/loaded_code.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string_view>

#include "base/platform/run_compiler.h"
#include "base/temporary_folder.h"
#include "clc/base/file.h"
#include "machine/fault.h"

namespace clc::emulator {

namespace {

// The message that asks for the time: number 0x83, which the decoder takes for the constant 3.
bool is_clock(const Instruction& instruction) {
  return name(instruction) == "s_sendmsg_rtn_b64" && (instruction.source[0].constant & 0x7fU) == 3;
}

// How many accesses of each counter a wait leaves.
std::array<std::uint8_t, k_wait_counters> waits_of(const Instruction& instruction) {
  std::array<std::uint8_t, k_wait_counters> waits{k_no_wait, k_no_wait, k_no_wait, k_no_wait, k_no_wait};
  const std::string_view text = name(instruction);
  const unsigned number = instruction.simm16;
  const auto until = [&](WaitCounter counter, unsigned most) {
    waits[static_cast<unsigned>(counter)] = static_cast<std::uint8_t>(std::min(most, k_no_wait - 1U));
  };
  if (text == "s_waitcnt" && is_cdna(instruction.chip)) {
    until(WaitCounter::k_vector, (number & 15U) | (number >> 14U & 3U) << 4U);
    until(WaitCounter::k_lds, number >> 8U & 15U);
  } else if (text == "s_waitcnt") {
    until(WaitCounter::k_vector, number >> 10U & 63U);
    until(WaitCounter::k_lds, number >> 4U & 63U);
  } else if (text == "s_waitcnt_vscnt" || text == "s_wait_storecnt") {
    until(WaitCounter::k_store, number);
  } else if (text == "s_waitcnt_vmcnt" || text == "s_wait_loadcnt") {
    until(WaitCounter::k_vector, number);
  } else if (text == "s_waitcnt_lgkmcnt" || text == "s_wait_dscnt") {
    until(WaitCounter::k_lds, number);
  } else if (text == "s_wait_kmcnt") {
    until(WaitCounter::k_scalar, number);
  } else if (text == "s_wait_samplecnt") {
    until(WaitCounter::k_sample, number);
  } else if (text == "s_wait_loadcnt_dscnt" || text == "s_wait_storecnt_dscnt") {
    until(text == "s_wait_loadcnt_dscnt" ? WaitCounter::k_vector : WaitCounter::k_store, number >> 8U & 63U);
    until(WaitCounter::k_lds, number & 63U);
  } else if (text == "s_wait_idle") {
    for (unsigned i = 0; i < k_wait_counters; ++i) until(static_cast<WaitCounter>(i), 0);
  }
  // The others wait for what is never under way here: exports, rays, arithmetic.
  return waits;
}

}  // namespace

LoadedCode::LoadedCode(CodeObject object, std::vector<std::uint8_t> file, AddressSpace& memory)
    : object_(std::move(object)),
      file_(std::move(file)),
      memory_(memory),
      image_(memory.allocate(object_.image.size(), "the code object")),
      text_address_(image_->address + object_.text_begin),
      decoded_(1) {
  decoded_[0].number.resize((object_.text_end - object_.text_begin) / 4);
  std::memcpy(image_->bytes, object_.image.data(), object_.image.size());
  relocate();
  if (const char* changes = std::getenv("CLC_EMULATOR_PATCH")) change(changes);
}

LoadedCode::~LoadedCode() {
  memory_.release(image_);
}

void LoadedCode::relocate() {
  constexpr std::uint32_t k_abs32_lo = 1, k_abs32_hi = 2;
  for (const auto& one : object_.relocations) {
    const bool is_half = one.type == k_abs32_lo || one.type == k_abs32_hi;
    const std::size_t size = is_half ? 4 : 8;
    if (one.at > object_.image.size() || object_.image.size() - one.at < size) throw Fault("a relocation lies outside");
    const std::uint64_t value = one.value + image_->address;
    const std::uint64_t written = one.type == k_abs32_hi ? value >> 32U : value;
    std::memcpy(image_->bytes + one.at, &written, size);
  }
}

// "KERNEL+OFFSET=BYTES,…" replaces code of a kernel, and "KERNEL.kd+OFFSET=BYTES" bytes of its descriptor; all numbers
// are hexadecimal. So tests plant faults.
void LoadedCode::change(const std::string& changes) {
  for (std::size_t begin = 0; begin < changes.size();) {
    const std::size_t end = std::min(changes.find(',', begin), changes.size());
    const std::string one = changes.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t plus = one.find('+'), equals = one.find('=');
    if (plus == std::string::npos || equals == std::string::npos) throw Fault("CLC_EMULATOR_PATCH: " + one);
    std::string kernel = one.substr(0, plus);
    const bool is_descriptor = kernel.ends_with(".kd");
    if (is_descriptor) kernel.resize(kernel.size() - 3);
    const auto found = object_.kernels.find(kernel);
    if (found == object_.kernels.end()) continue;
    std::uint64_t at = is_descriptor ? found->second.descriptor_address : found->second.entry;
    at += std::stoull(one.substr(plus + 1), nullptr, 16);
    for (std::size_t i = equals + 1; i + 1 < one.size(); i += 2) {
      if (at >= object_.image.size()) throw Fault("CLC_EMULATOR_PATCH leaves the code object: " + one);
      image_->bytes[at++] = static_cast<std::uint8_t>(std::stoul(one.substr(i, 2), nullptr, 16));
    }
    // The descriptor has been read before.
    if (is_descriptor)
      std::memcpy(&found->second.descriptor.lds_bytes, image_->bytes + found->second.descriptor_address, 4);
  }
}

void LoadedCode::make_parts(unsigned count) {
  while (decoded_.size() < count) decoded_.emplace_back().number.resize(decoded_[0].number.size());
}

LoadedCode::Found LoadedCode::decode_at(std::uint64_t pc, unsigned part) {
  const std::uint64_t begin = pc - text_address_;
  if (begin >= decoded_[part].number.size() * 4 || pc % 4 != 0) throw Fault("execution left the code: pc " + hex(pc));
  const std::uint64_t offset = pc - image_->address;
  auto result = decode(object_.chip, image_->bytes + offset, object_.text_end - offset, pc);
  if (const auto* error = std::get_if<DecodeError>(&result)) throw Fault(error->message);
  auto decoded = std::make_unique<DecodedInstruction>();
  decoded->instruction = std::get<Instruction>(std::move(result));
  switch (decoded->instruction.work) {
    case Work::k_scalar_memory:
    case Work::k_lds:
    case Work::k_flat:
    case Work::k_global:
    case Work::k_scratch:
    case Work::k_buffer:
    case Work::k_image:
      decoded->action = memory_action(name(decoded->instruction));
      if (!decoded->action) throw Fault("not emulated: " + std::string(name(decoded->instruction)));
      break;
    case Work::k_wait:
      decoded->waits = waits_of(decoded->instruction);
      break;
    case Work::k_message:
      if (is_clock(decoded->instruction)) decoded->action = MemoryAction{.kind = MemoryKind::k_time, .bytes = 8};
      break;
    default:
      break;
  }
  Decoded& all = decoded_[part];
  all.number[begin / 4] = static_cast<std::uint32_t>(all.quick.size());
  all.quick.push_back(decoded->instruction.quick);
  all.whole.push_back(std::move(decoded));
  return {all.quick.back(), *all.whole.back()};
}

bool LoadedCode::has_lines() const {
  constexpr std::string_view k_section = ".debug_line";
  return std::ranges::search(file_, k_section).begin() != file_.end();
}

std::vector<std::string> LoadedCode::source_lines(const std::vector<std::uint64_t>& places, bool with_folders) const {
  std::vector<std::string> lines(places.size());
  const Result<TemporaryFolder> folder = TemporaryFolder::make();
  if (!folder) return lines;
  const std::string object = folder->path() + "/object";
  if (!write_file_atomically(object, {reinterpret_cast<const char*>(file_.data()), file_.size()})) return lines;
  const char* tool = std::getenv("CLC_EMULATOR_SYMBOLIZER");
  platform::CompilerCommand command{{tool != nullptr ? tool : CLC_EMULATOR_SYMBOLIZER, "--output-style=GNU",
                                     "--no-inlines", "--functions=none", "--obj=" + object}};
  command.output = folder->path() + "/lines";
  for (const std::uint64_t pc : places) command.words.push_back(hex(pc - image_->address));
  if (!platform::run_compiler(command)) return lines;
  std::istringstream text(read_file(command.output).value_or(""));
  for (std::string& line : lines) {
    if (!std::getline(text, line)) break;
    line.erase(line.find_last_not_of(" \r") + 1);
    if (line.find('?') != std::string::npos) line.clear();
    if (!with_folders) line.erase(0, line.rfind('/') + 1);
  }
  return lines;
}

}  // namespace clc::emulator
