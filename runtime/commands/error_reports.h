// Messages of drivers about errors in a context, on their way to the program.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>

#include <CL/cl.h>

namespace clc {

// Hands the reports of one context to a function, until it goes. Contexts may live longer, because buffers hold them;
// drivers therefore get a number, which then means nothing. Move-only.
class ErrorReports {
 public:
  using Handler = std::function<void(const std::string&)>;
  using Callback = void(CL_CALLBACK*)(const char*, const void*, std::size_t, void*);

  ErrorReports() = default;  // nobody wants them
  explicit ErrorReports(Handler handler);
  ErrorReports(ErrorReports&& other) noexcept : number_(std::exchange(other.number_, 0)) {}
  ErrorReports& operator=(ErrorReports&&) = delete;
  ErrorReports(const ErrorReports&) = delete;
  ErrorReports& operator=(const ErrorReports&) = delete;
  ~ErrorReports();

  // For clCreateContext; null where nobody wants the reports.
  Callback callback() const;
  void* user_data() const;

 private:
  std::size_t number_ = 0;
};

}  // namespace clc
