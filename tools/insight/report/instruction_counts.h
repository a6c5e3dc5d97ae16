// Counts instructions of machine code and of IL by class, in the text of a disassembler.
#pragma once

#include <string_view>

#include "insight/report/occupancy.h"

namespace clc {

// Counts a function as nvdisasm or cuobjdump prints it, without the padding behind its code.
ResourceMetrics count_sass(std::string_view text);

// Counts a kernel as iga64 prints it.
ResourceMetrics count_gen(std::string_view text);

// Counts a function of PTX. Its instructions are those of a virtual machine: chips have others.
ResourceMetrics count_ptx(std::string_view text);

// All classes with the number 0: a class that does not occur is 0 and not unknown.
ResourceMetrics no_instructions();

}  // namespace clc
