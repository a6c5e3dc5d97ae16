#include "image_format.h"

#include <algorithm>
#include <iterator>

namespace clc {
namespace {

struct Named {
  cl_uint value;
  const char* name;
};
constexpr Named k_orders[] = {
    {CL_R, "CL_R"},
    {CL_A, "CL_A"},
    {CL_RG, "CL_RG"},
    {CL_RA, "CL_RA"},
    {CL_RGB, "CL_RGB"},
    {CL_RGBA, "CL_RGBA"},
    {CL_BGRA, "CL_BGRA"},
    {CL_ARGB, "CL_ARGB"},
    {CL_ABGR, "CL_ABGR"},
    {CL_INTENSITY, "CL_INTENSITY"},
    {CL_LUMINANCE, "CL_LUMINANCE"},
    {CL_Rx, "CL_Rx"},
    {CL_RGx, "CL_RGx"},
    {CL_RGBx, "CL_RGBx"},
    {CL_DEPTH, "CL_DEPTH"},
    {CL_sRGB, "CL_sRGB"},
    {CL_sRGBx, "CL_sRGBx"},
    {CL_sRGBA, "CL_sRGBA"},
    {CL_sBGRA, "CL_sBGRA"},
};
constexpr Named k_types[] = {
    {CL_SNORM_INT8, "CL_SNORM_INT8"},
    {CL_SNORM_INT16, "CL_SNORM_INT16"},
    {CL_UNORM_INT8, "CL_UNORM_INT8"},
    {CL_UNORM_INT16, "CL_UNORM_INT16"},
    {CL_UNORM_SHORT_565, "CL_UNORM_SHORT_565"},
    {CL_UNORM_SHORT_555, "CL_UNORM_SHORT_555"},
    {CL_UNORM_INT_101010, "CL_UNORM_INT_101010"},
    {CL_SIGNED_INT8, "CL_SIGNED_INT8"},
    {CL_SIGNED_INT16, "CL_SIGNED_INT16"},
    {CL_SIGNED_INT32, "CL_SIGNED_INT32"},
    {CL_UNSIGNED_INT8, "CL_UNSIGNED_INT8"},
    {CL_UNSIGNED_INT16, "CL_UNSIGNED_INT16"},
    {CL_UNSIGNED_INT32, "CL_UNSIGNED_INT32"},
    {CL_HALF_FLOAT, "CL_HALF_FLOAT"},
    {CL_FLOAT, "CL_FLOAT"},
};

template <std::size_t size>
std::string name_of(const Named (&names)[size], cl_uint value) {
  const auto* const found =
      std::find_if(std::begin(names), std::end(names), [&](const Named& named) { return named.value == value; });
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
  if (text.empty()) {
    text = list([&](const auto& one) { return one.image_channel_data_type == format.image_channel_data_type; });
  }
  if (text.empty()) text = list([](const auto&) { return true; });
  return text.empty() ? "it takes none of this kind" : "it takes " + text;
}

}  // namespace clc
