#include "offline/device_info.h"

#include "catch_all.h"

using namespace clc;

TEST_CASE("a device's file is read as the conformance tests write it", "[offline]") {
  const Result<DeviceInfo> info = parse_device_info(
      "# OpenCL device info affecting SPIR-V offline compilation:\n"
      "CL_DEVICE_ADDRESS_BITS=32\n"
      "CL_DEVICE_EXTENSIONS=\"cl_khr_fp64 cl_khr_fp16 \"\n"
      "CL_DEVICE_IL_VERSION=\"SPIR-V_1.2 SPIR-V_1.0\"\r\n"
      "CL_DEVICE_VERSION=\"OpenCL 3.0 vendor = text\"\n"
      "CL_DEVICE_IMAGE_SUPPORT=0\n"
      "\n"
      "CL_DEVICE_LATER=\"unknown\"\n"
      "  CL_DEVICE_NAME = \"A \"GPU\"\"\n");
  REQUIRE(info);
  CHECK(info->address_bits == 32);
  CHECK(info->extensions == std::vector<std::string>{"cl_khr_fp64", "cl_khr_fp16"});
  CHECK(info->il_version == "SPIR-V_1.2 SPIR-V_1.0");
  CHECK(info->version == "OpenCL 3.0 vendor = text");
  CHECK_FALSE(info->has_images);
  CHECK(info->name == "A \"GPU\"");
}

TEST_CASE("an empty file describes a device of 64 bits with images", "[offline]") {
  const Result<DeviceInfo> info = parse_device_info("");
  REQUIRE(info);
  CHECK(info->address_bits == 64);
  CHECK(info->has_images);
  CHECK(info->name.empty());
}

TEST_CASE("a line that cannot be is named", "[offline]") {
  const auto error = [](const char* text) {
    const Result<DeviceInfo> info = parse_device_info(text);
    REQUIRE_FALSE(info);
    CHECK(info.error().kind == ErrorKind::k_usage);
    return info.error().message;
  };
  CHECK(error("\nnothing\n") == "line 2 is not KEY=VALUE");
  CHECK(error("CL_DEVICE_ADDRESS_BITS=48") == "line 1: CL_DEVICE_ADDRESS_BITS=48: it must be 32 or 64");
  CHECK(error("#\n#\nCL_DEVICE_IMAGE_SUPPORT=yes") == "line 3: CL_DEVICE_IMAGE_SUPPORT=yes: it must be 0 or 1");
}
