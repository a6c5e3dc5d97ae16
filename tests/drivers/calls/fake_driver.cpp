#include "calls.h"
#include "fake_devices.h"

namespace driver_calls {

const Driver& fake_driver() {
  static const Driver one{&clc::front::testing::cl,
                          clc::front::the_platform(),
                          clc::front::testing::k_binary,
                          {"add", "fail", "wait", "share"}};
  return one;
}

}  // namespace driver_calls
