// Command buffers (cl_khr_command_buffer): commands that are recorded once and enqueued many times.
#pragma once

#include <deque>

#include "front/prepare.h"

struct _cl_command_buffer_khr : clc::front::Object {
  _cl_command_buffer_khr() : Object(clc::front::Kind::k_command_buffer) {}
  clc::front::Ref<_cl_command_queue> queue;
  std::vector<cl_command_buffer_properties_khr> properties;
  bool is_simultaneous = false;      // may be enqueued while it is pending
  bool is_final = false;             // takes no more commands
  bool is_executable = false;        // final, and `recording` is made
  cl_sync_point_khr last_point = 0;  // they count from 1
  std::vector<clc::front::Prepared> commands;
  std::unique_ptr<clc::front::Recording> recording;  // null: the commands are given to the stream one by one
  std::deque<clc::front::Ref<_cl_event>> runs;       // not yet seen to be over
};
