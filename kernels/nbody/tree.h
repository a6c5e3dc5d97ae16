// An octree of bodies, flattened in the order in which nbody_tree.cl walks it.
#pragma once

#include <cstddef>
#include <vector>

#include <CL/cl.h>

namespace clc::algorithms {

struct BodyTree {
  std::vector<cl_float4> nodes;  // centre of the masses and, in w, their sum
  std::vector<cl_float> opens;   // the squared distance within which a node is opened; -1: a body
  std::vector<cl_uint> next;     // the node that follows when this one is not opened
};

// A cell of side s is opened within s / theta of its centre of masses, and further by as much as this is off the
// cell's middle.
BodyTree make_tree(const std::vector<cl_float4>& bodies, double theta);

}  // namespace clc::algorithms
