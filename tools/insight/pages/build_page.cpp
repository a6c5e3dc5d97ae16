#include "insight/pages/build_page.h"

#include "insight/pages/html_page.h"
#include "insight/pages/page_assets.h"

namespace clc {

std::string build_page(std::string_view trace) {
  return html_page({"clc compile", std::string(trace), k_build_script});
}

}  // namespace clc
