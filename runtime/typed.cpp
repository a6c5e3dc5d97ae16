#include "clc/runtime/typed.h"

#include "base/try.h"

namespace clc::typed {

Result<std::vector<Kernel>> find_kernels(const Program& program, const std::vector<Expected>& expected) {
  const Interface& interface = program.interface();
  std::vector<Kernel> kernels;
  for (const Expected& wanted : expected) {
    if (const KernelInterface* found = interface.find(wanted.kernel)) {
      if (const std::string contract = launch_contract(interface, *found); contract != wanted.contract) {
        return fail(ErrorKind::k_usage, "kernel '" + found->name +
                                            "' is not the one that the header was generated from: it takes " +
                                            contract + ", but the header's takes " + wanted.contract +
                                            "; generate the header again from this package, with clc header");
      }
    }
    kernels.push_back(CLC_TRY(program.kernel(wanted.kernel)));
  }
  return kernels;
}

}  // namespace clc::typed
