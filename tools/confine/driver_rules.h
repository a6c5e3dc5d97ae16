// Rules for drivers and other people's compilers: they work in a private folder, and need little else.
#pragma once

#include <functional>
#include <string>

#include "confine/file_rules.h"

namespace clc {

// Devices of GPUs, which drivers open to write.
void allow_devices(FileRules& rules);

// Allows the folders where programs and libraries are installed, and what a driver asks about the machine; but no
// user's files, and nothing about other processes.
void allow_system(FileRules& rules, const std::string& program_folder);

// Whom a target's binaries are for. CUDA needs two things beyond: names of its own threads, and a local socket.
enum class DriverKind { k_any, k_cuda };
DriverKind driver_of(const std::string& target);

// Returns the function for ProcessSpec::limit: the process has no network, and opens (k_all) or changes (k_writing)
// only /dev/null and the files that `allow` allows. An operating system without such limits is an error for k_all; with
// k_writing, the process then has those that there are.
Result<std::function<bool()>> limits_of_process(FileRules::Limit limit, const std::function<void(FileRules&)>& allow,
                                                DriverKind driver = DriverKind::k_any);

}  // namespace clc
