// Fields of structs, listed once for reading and for writing:
//
//   template <class F>
//   void fields(F& f, FieldsOf<F, Point>& point) {
//     f.number("x", point.x);
//     f.optional_text("label", point.label);
//     f.require(point.x != 0 || point.label.empty(), "has a label at the origin");
//   }
//
// Such a function stands in the namespace of its struct and is found there. F is a reader or a writer of json_fields.h
// or byte_fields.h; those of bytes have the same methods without names. A reader sets the fields, and goes on with the
// list after a problem, when each field is empty; a writer does not change them and ignores require().
#pragma once

#include <type_traits>

namespace clc {

template <class F, class T>
using FieldsOf = std::conditional_t<F::k_reads, T, const T>;

}  // namespace clc
