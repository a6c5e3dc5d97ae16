// The value of an expression in every work-item of a group: a polynomial over symbols, whose coefficients are numbers
// for each work-item. Arithmetic is that of `width` bits; coefficients are kept as signed numbers of that width.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <llvm/ADT/SmallVector.h>

#include "worker/insight/analysis/lanes.h"
#include "worker/insight/analysis/symbols.h"

namespace clc::worker {

__extension__ using Wide = __int128;  // wide enough for sums and products of 64-bit numbers

using Monomial = llvm::SmallVector<SymbolId, 2>;  // sorted; empty: the constant term

// The part of a value that depends on data: `scale` times a number below `range`, which may differ between work-items.
struct DataPart {
  std::uint64_t range = 0;  // 0: any
  std::int64_t scale = 1;
};

struct LaneValue {
  unsigned width = 64;
  std::map<Monomial, Lanes> terms;
  bool is_known = true;          // false: differs between work-items in a way that is not known
  Reasons reasons;               // why it is not known
  std::optional<DataPart> data;  // set for some unknown values: they are the terms plus this

  bool is_number() const { return is_known && (terms.empty() || (terms.size() == 1 && terms.begin()->first.empty())); }
  bool is_uniform() const;
  Lanes constant() const;  // the term without symbols
  LaneValue without_constant() const;
  bool operator==(const LaneValue& other) const;
};

// The lowest `width` bits of a value as a signed and as an unsigned number.
std::int64_t signed_of(std::int64_t value, unsigned width);
std::uint64_t unsigned_of(std::int64_t value, unsigned width);

LaneValue number(Lanes lanes, unsigned width);
LaneValue unknown(unsigned width, Reasons reasons);
LaneValue from_data(unsigned width, Reasons reasons, std::uint64_t range);
LaneValue symbol_value(SymbolId id, unsigned width);

// Operations on values. Some of them read symbols or add new ones.
class LaneMath {
 public:
  explicit LaneMath(Symbols& symbols) : symbols_(symbols) {}

  LaneValue add(const LaneValue& a, const LaneValue& b) const;
  LaneValue subtract(const LaneValue& a, const LaneValue& b) const { return add(a, multiply(b, number(-1, b.width))); }
  LaneValue multiply(const LaneValue& a, const LaneValue& b) const;
  LaneValue truncate(const LaneValue& value, unsigned width) const;
  LaneValue extend(const LaneValue& value, unsigned width, bool is_signed) const;
  LaneValue shift_left(const LaneValue& value, const LaneValue& by) const;
  LaneValue shift_right(const LaneValue& value, const LaneValue& by, bool is_signed) const;
  LaneValue mask(const LaneValue& value, const LaneValue& with) const;
  using BitOperation = std::int64_t (*)(std::int64_t, std::int64_t);
  // `of` leaves bits alone that only one of the values has.
  LaneValue either(const LaneValue& a, const LaneValue& b, BitOperation of) const;
  LaneValue exclusive_or(const LaneValue& a, const LaneValue& b) const;
  LaneValue inclusive_or(const LaneValue& a, const LaneValue& b) const;
  LaneValue divide(const LaneValue& a, const LaneValue& b, bool is_signed) const;
  LaneValue remainder(const LaneValue& a, const LaneValue& b, bool is_signed) const;
  // Takes the lanes in `chosen` from `a` and the others from `b`.
  LaneValue merge(const Lanes& chosen, const LaneValue& a, const LaneValue& b) const;
  // Puts a number in the place of a symbol.
  LaneValue substitute(const LaneValue& value, SymbolId symbol, std::int64_t number) const;

  // The result of an operation that this class cannot describe: a new symbol if every operand is the same for all
  // work-items, else unknown.
  LaneValue opaque(unsigned width, const std::vector<const LaneValue*>& operands) const;
  LaneValue fresh(unsigned width, Reasons names, std::uint64_t alignment = 1) const;

  // The reasons why a value is not a number: the names of its symbols, or those that came with it.
  Reasons names_of(const LaneValue& value) const;
  // The least and the greatest value of any work-item, if every symbol has bounds.
  using Bounds = std::optional<std::pair<Wide, Wide>>;
  Bounds bounds(const LaneValue& value) const;
  // The greatest power of two that divides every term but the constant one; 2^62 when there are none. `as_promised`
  // trusts a pointer's alignment only as far as Symbol::promised.
  std::uint64_t alignment_of_terms(const LaneValue& value, bool as_promised = false) const;

  Symbols& symbols() const { return symbols_; }

 private:
  bool fits(const LaneValue& value, bool is_signed) const;
  LaneValue low_bits(const LaneValue& value, unsigned bits) const;

  Symbols& symbols_;
};

}  // namespace clc::worker
