// AMD's code objects as the emulated GPUs load them, of which clCreateProgramWithBinary takes any bytes.
#include "fuzz.h"
#include "machine/code_object.h"
#include "machine/fault.h"

using namespace clc;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const emulator::CodeObject object = emulator::read_code_object(data, size);
    fuzz::require(object.text_begin <= object.text_end && object.text_end <= object.image.size());
    for (const auto& [name, kernel] : object.kernels) {
      fuzz::require(kernel.name == name && kernel.descriptor_address < object.image.size());
      fuzz::require(kernel.max_group_size != 0 && (kernel.wave_size == 32 || kernel.wave_size == 64));
      fuzz::require(kernel.visible_arguments() <= kernel.arguments.size());
    }
  } catch (const emulator::Fault&) {
    return 0;
  }
  return 0;
}
