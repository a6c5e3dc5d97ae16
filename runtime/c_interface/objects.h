// The objects behind the pointers of clc_runtime.h.
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <string>

#include "base/platform/forks.h"
#include "candidates.h"
#include "checks/checked_launch.h"
#include "clc/package/package.h"
#include "clc/runtime/binary_cache.h"
#include "coverage.h"
#include "load_module.h"
#include "view.h"

struct clc_package {
  explicit clc_package(clc::Package opened) : package(std::move(opened)) {}

  const clc::Package package;

  // The contents as structs of C, made when they are first asked for.
  struct Shown {
    std::string manifest, digest;
    clc::View view;
    clc_contents contents{};
  };
  mutable clc::platform::ForkSafeMutex mutex;  // guards `shown`
  mutable std::unique_ptr<const Shown> shown;
};

struct clc_cache {
  clc::BinaryCache cache;
};

struct clc_program {
  explicit clc_program(clc::LoadedModule made) : loaded(std::move(made)) {}

  struct Checks {
    clc::CheckTable table;
    clc::CheckLog log;
  };

  const clc::LoadedModule loaded;
  std::shared_ptr<Checks> checks = std::make_shared<Checks>();
  std::string module;
  std::map<std::string, std::string> parameters;
  clc::View view;
  clc_loaded shown{};

  std::unique_ptr<clc::Coverage> coverage;  // null unless the kernels count; made of `loaded`, whose context it uses

  // The texts that were given out live as long as the program.
  const char* keep_counts(std::string text) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return counts_.emplace_back(std::move(text)).c_str();
  }

 private:
  std::mutex mutex_;  // guards `counts_`
  std::deque<std::string> counts_;
};
