// Lets a list of fields that names them, for JSON, read and write bytes, which hold no names and no keys that are not
// in the list.
#pragma once

#include "base/fields/json_fields.h"

namespace clc {

// F: a reader or a writer of byte_fields.h.
template <class F>
class WithoutNames : public FieldsByType<WithoutNames<F>> {
 public:
  static constexpr bool k_reads = F::k_reads;

  explicit WithoutNames(F& f) : f_(f) {}

  template <class Text>
  void any_text(const char* /*key*/, Text& value) {
    f_.text(value);
  }
  template <class Text>
  void optional_text(const char* /*key*/, Text& value) {
    f_.text(value);
  }
  template <class Texts>
  void any_texts(const char* /*key*/, Texts& values) {
    f_.texts(values);
  }
  template <class Number>
  void number(const char* /*key*/, Number& value) {
    f_.number(value);
  }
  template <class Flag>
  void flag(const char* /*key*/, Flag& value) {
    f_.flag(value);
  }
  template <class T>
  void object(const char* /*key*/, T& value) {
    fields(*this, value);
  }
  template <class Text>
  void extra(Text& unknown) {
    f_.text(unknown);
  }
  void no_extra() {}

 private:
  F& f_;
};

}  // namespace clc
