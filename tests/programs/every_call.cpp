// Makes every call that concerns programs and kernels, right and wrong ones, and writes down the answers. The test
// every_call compares what it writes with and without the layer.
//
// usage: clc_every_call SECTION FOLDER [IL-FILE]
//        clc_every_call --list
#include "every_call.h"

#include <fstream>
#include <iostream>
#include <iterator>

int main(int count, char** arguments) {
  using namespace every_call;
  if (count == 2 && std::string(arguments[1]) == "--list") {
    for (const Section& section : sections()) std::cout << section.name << '\n';
    return 0;
  }
  if (count < 3) return 2;
  World world;
  world.folder = arguments[2];
  if (count > 3) {
    std::ifstream file(arguments[3], std::ios::binary);
    world.il.assign(std::istreambuf_iterator<char>(file), {});
  }
  cl_uint devices = 0;
  if (clGetPlatformIDs(1, &world.platform, nullptr) != CL_SUCCESS) return 77;
  if (clGetDeviceIDs(world.platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &devices) != CL_SUCCESS) return 77;
  world.devices.resize(devices);
  clGetDeviceIDs(world.platform, CL_DEVICE_TYPE_ALL, devices, world.devices.data(), nullptr);
  cl_int code = CL_SUCCESS;
  world.context = clCreateContext(nullptr, devices, world.devices.data(), nullptr, nullptr, &code);
  if (code != CL_SUCCESS) return 77;
  std::cout << std::unitbuf;
  for (const Section& section : sections()) {
    if (std::string(section.name) != arguments[1]) continue;
    section.run(world);
    clReleaseContext(world.context);
    return 0;
  }
  return 2;
}
