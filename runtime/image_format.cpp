#include "image_format.h"

#include <algorithm>
#include <iterator>

namespace clc {
namespace {

struct Named {
  constexpr Named(cl_uint its_value, const char* its_name) : value(its_value), name(its_name) {}
  cl_uint value;
  const char* name;
};
#define CLC_NAMED(value) Named(value, #value)
constexpr Named k_orders[] = {CLC_NAMED(CL_R),     CLC_NAMED(CL_A),         CLC_NAMED(CL_RG),        CLC_NAMED(CL_RA),
                              CLC_NAMED(CL_RGB),   CLC_NAMED(CL_RGBA),      CLC_NAMED(CL_BGRA),      CLC_NAMED(CL_ARGB),
                              CLC_NAMED(CL_ABGR),  CLC_NAMED(CL_INTENSITY), CLC_NAMED(CL_LUMINANCE), CLC_NAMED(CL_Rx),
                              CLC_NAMED(CL_RGx),   CLC_NAMED(CL_RGBx),      CLC_NAMED(CL_DEPTH),     CLC_NAMED(CL_sRGB),
                              CLC_NAMED(CL_sRGBx), CLC_NAMED(CL_sRGBA),     CLC_NAMED(CL_sBGRA)};
constexpr Named k_types[] = {
    CLC_NAMED(CL_SNORM_INT8),       CLC_NAMED(CL_SNORM_INT16),     CLC_NAMED(CL_UNORM_INT8),
    CLC_NAMED(CL_UNORM_INT16),      CLC_NAMED(CL_UNORM_SHORT_565), CLC_NAMED(CL_UNORM_SHORT_555),
    CLC_NAMED(CL_UNORM_INT_101010), CLC_NAMED(CL_SIGNED_INT8),     CLC_NAMED(CL_SIGNED_INT16),
    CLC_NAMED(CL_SIGNED_INT32),     CLC_NAMED(CL_UNSIGNED_INT8),   CLC_NAMED(CL_UNSIGNED_INT16),
    CLC_NAMED(CL_UNSIGNED_INT32),   CLC_NAMED(CL_HALF_FLOAT),      CLC_NAMED(CL_FLOAT)};
#undef CLC_NAMED

template <std::size_t size>
std::string name_of(const Named (&names)[size], cl_uint value) {
  const auto* const found = std::ranges::find(names, value, &Named::value);
  return found != std::end(names) ? found->name : std::to_string(value);
}

}  // namespace

std::string image_format_name(const cl_image_format& format) {
  return name_of(k_orders, format.image_channel_order) + ", " + name_of(k_types, format.image_channel_data_type);
}

std::string formats_text(const std::vector<cl_image_format>& formats, const cl_image_format& format) {
  const auto list = [&](auto&& is_near) {
    std::string text;
    for (const cl_image_format& one : formats) {
      if (is_near(one)) text += (text.empty() ? "" : "; ") + image_format_name(one);
    }
    return text;
  };
  std::string text = list([&](const auto& one) { return one.image_channel_order == format.image_channel_order; });
  if (text.empty())
    text = list([&](const auto& one) { return one.image_channel_data_type == format.image_channel_data_type; });
  if (text.empty()) text = list([](const auto&) { return true; });
  return text.empty() ? "it takes none of this kind" : "it takes " + text;
}

}  // namespace clc
