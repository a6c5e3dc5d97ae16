#include "worker/insight/analysis/lane_value.h"

#include <algorithm>
#include <bit>

namespace clc::worker {
namespace {

constexpr std::size_t k_most_terms = 24;
constexpr unsigned k_index_width = 32;  // narrower numbers wrap around on purpose; indices of this width do not

LaneValue normal(LaneValue value) {
  for (auto at = value.terms.begin(); at != value.terms.end();) {
    const unsigned width = value.width;
    if (width < 64) at->second = at->second.map([width](std::int64_t n) { return signed_of(n, width); });
    at = at->second.is_zero() ? value.terms.erase(at) : std::next(at);
  }
  if (value.terms.size() > k_most_terms) return unknown(value.width, {"an expression with too many terms"});
  return value;
}

std::int64_t wrapping_sum(std::int64_t x, std::int64_t y) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(x) + static_cast<std::uint64_t>(y));
}

Reasons together(const Reasons& a, const Reasons& b) {
  Reasons both = a;
  both.insert(b.begin(), b.end());
  return both;
}

// Returns `bits` where the value is the number 2^bits - 1 for all work-items.
std::optional<unsigned> low_mask(const LaneValue& value) {
  if (!value.is_number() || !value.constant().is_uniform()) return std::nullopt;
  const std::uint64_t bits = unsigned_of(value.constant()[0], value.width);
  if (bits == 0 || (bits & (bits + 1)) != 0) return std::nullopt;
  return static_cast<unsigned>(std::bit_width(bits));
}

std::optional<std::int64_t> same_number(const LaneValue& value) {
  if (!value.is_number() || !value.constant().is_uniform()) return std::nullopt;
  return value.constant()[0];
}

}  // namespace

std::int64_t signed_of(std::int64_t value, unsigned width) {
  if (width >= 64) return value;
  const unsigned up = 64 - width;
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(value) << up) >> up;
}

std::uint64_t unsigned_of(std::int64_t value, unsigned width) {
  const auto bits = static_cast<std::uint64_t>(value);
  return width >= 64 ? bits : bits & ((std::uint64_t{1} << width) - 1);
}

bool LaneValue::is_uniform() const {
  return is_known && std::ranges::all_of(terms, [](const auto& term) { return term.second.is_uniform(); });
}

Lanes LaneValue::constant() const {
  const auto found = terms.find({});
  return found == terms.end() ? Lanes(0) : found->second;
}

LaneValue LaneValue::without_constant() const {
  LaneValue rest = *this;
  rest.terms.erase(Monomial());
  return rest;
}

bool LaneValue::operator==(const LaneValue& other) const {
  return is_known && other.is_known && width == other.width && terms == other.terms;
}

LaneValue number(Lanes lanes, unsigned width) {
  LaneValue value;
  value.width = width;
  value.terms[{}] = std::move(lanes);
  return normal(std::move(value));
}

LaneValue unknown(unsigned width, Reasons reasons) {
  LaneValue value;
  value.width = width;
  value.is_known = false;
  value.reasons = std::move(reasons);
  return value;
}

LaneValue from_data(unsigned width, Reasons reasons, std::uint64_t range) {
  LaneValue value = unknown(width, std::move(reasons));
  value.data = DataPart{range, 1};
  return value;
}

LaneValue symbol_value(SymbolId id, unsigned width) {
  LaneValue value;
  value.width = width;
  value.terms[{id}] = 1;
  return value;
}

LaneValue LaneMath::add(const LaneValue& a, const LaneValue& b) const {
  LaneValue sum = a;
  sum.is_known = a.is_known && b.is_known;
  sum.reasons = together(a.reasons, b.reasons);
  if (!a.is_known && !b.is_known) sum.data.reset();  // the sum of two unknown numbers is no DataPart
  if (a.is_known && !b.is_known) sum.data = b.data;
  for (const auto& [monomial, lanes] : b.terms) {
    Lanes& to = sum.terms[monomial];
    to = Lanes::combine(to, lanes, wrapping_sum);
  }
  return normal(std::move(sum));
}

LaneValue LaneMath::multiply(const LaneValue& a, const LaneValue& b) const {
  const auto times = [](std::int64_t x, std::int64_t y) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(y));
  };
  LaneValue product;
  product.width = a.width;
  if (!a.is_known || !b.is_known) {
    product.is_known = false;
    product.reasons = together(a.reasons, b.reasons);
    const LaneValue& dark = a.is_known ? b : a;
    const std::optional<std::int64_t> factor = same_number(a.is_known ? a : b);
    if (factor && *factor == 0) return number(0, a.width);
    if (!factor || !dark.data) return product;
    product.data = DataPart{dark.data->range, times(dark.data->scale, *factor)};
  }
  for (const auto& [left, some] : a.terms) {
    for (const auto& [right, others] : b.terms) {
      Monomial both;
      std::merge(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(both));
      Lanes& to = product.terms[both];
      to = Lanes::combine(to, Lanes::combine(some, others, times), wrapping_sum);
    }
  }
  return normal(std::move(product));
}

LaneValue LaneMath::truncate(const LaneValue& value, unsigned width) const {
  LaneValue result = value;
  result.width = width;
  if (result.data && width < 64 && (result.data->range == 0 || result.data->range > (std::uint64_t{1} << width))) {
    result.data = result.data->scale == 1 && value.terms.empty() ? std::optional(DataPart{std::uint64_t{1} << width, 1})
                                                                 : std::nullopt;
  }
  return normal(std::move(result));
}

// True where no work-item's value wraps around at its width.
bool LaneMath::fits(const LaneValue& value, bool is_signed) const {
  const Bounds range = bounds(value);
  if (!range) return false;
  const Wide top = Wide{1} << (is_signed ? value.width - 1 : value.width);
  return range->first >= (is_signed ? -top : Wide{0}) && range->second < top;
}

LaneValue LaneMath::extend(const LaneValue& value, unsigned width, bool is_signed) const {
  const unsigned from = value.width;
  LaneValue result = value;
  result.width = width;
  if (value.is_number()) {
    if (is_signed) return result;
    return number(
        value.constant().map([from](std::int64_t n) { return static_cast<std::int64_t>(unsigned_of(n, from)); }),
        width);
  }
  if (!value.is_known) {
    const bool is_small = value.data && value.data->range != 0 && value.data->scale == 1 && value.terms.empty();
    if (!is_small && from < k_index_width) result.data.reset();
    return result;
  }
  if (fits(value, is_signed)) return result;
  // Indices of a group are assumed not to wrap around.
  const Lanes constant = value.constant();
  const bool is_near = static_cast<Wide>(constant.greatest()) - constant.least() < (Wide{1} << (k_index_width - 2));
  if (from >= k_index_width && is_near) return result;
  return opaque(width, {&value});
}

LaneValue LaneMath::shift_left(const LaneValue& value, const LaneValue& by) const {
  if (!by.is_number()) return opaque(value.width, {&value, &by});
  const unsigned width = value.width;
  const Lanes factor = by.constant().map([width](std::int64_t bits) {
    return bits >= 0 && bits < static_cast<std::int64_t>(width)
               ? static_cast<std::int64_t>(std::uint64_t{1} << static_cast<unsigned>(bits))
               : std::int64_t{0};
  });
  return multiply(value, number(factor, width));
}

LaneValue LaneMath::shift_right(const LaneValue& value, const LaneValue& by, bool is_signed) const {
  const unsigned width = value.width;
  if (value.is_number() && by.is_number()) {
    return number(Lanes::combine(value.constant(), by.constant(),
                                 [&](std::int64_t n, std::int64_t bits) {
                                   const bool is_out = bits < 0 || bits >= static_cast<std::int64_t>(width);
                                   if (is_signed) return n >> (is_out ? std::int64_t{63} : bits);
                                   return is_out ? std::int64_t{0}
                                                 : static_cast<std::int64_t>(unsigned_of(n, width) >> bits);
                                 }),
                  width);
  }
  const std::optional<std::int64_t> bits = same_number(by);
  if (!bits || *bits < 0 || *bits >= static_cast<std::int64_t>(width)) return opaque(width, {&value, &by});
  const auto shift = static_cast<unsigned>(*bits);
  const std::uint64_t unit = std::uint64_t{1} << shift;
  if (!value.is_known) {
    if (value.data && value.data->range != 0 && value.data->scale == 1 && value.terms.empty()) {
      return from_data(width, value.reasons, std::max<std::uint64_t>(value.data->range >> shift, 1));
    }
    if (value.data && value.data->range == 0 && value.terms.empty() && value.data->scale == 1 && !is_signed) {
      return from_data(width, value.reasons, shift == 0 ? 0 : std::uint64_t{1} << (width - shift));
    }
    return unknown(width, value.reasons);
  }
  if (alignment_of_terms(value) < unit) return opaque(width, {&value, &by});
  const auto down = [shift](std::int64_t n) { return n >> shift; };
  const bool is_index =
      value.constant().map([unit](std::int64_t n) { return n & static_cast<std::int64_t>(unit - 1); }).is_zero() &&
      width - shift >= k_index_width;
  if (fits(value, is_signed) || is_index) {
    LaneValue result = value;
    for (auto& [monomial, lanes] : result.terms) lanes = lanes.map(down);
    return normal(std::move(result));
  }
  const LaneValue rest = value.without_constant();
  const Lanes constant = value.constant();
  if (!rest.is_uniform() || width < k_index_width || constant.least() < 0 || constant.greatest() >= (1 << 30)) {
    return opaque(width, {&value, &by});
  }
  return add(fresh(width, names_of(rest)), number(constant.map(down), width));
}

// The value modulo 2^bits.
LaneValue LaneMath::low_bits(const LaneValue& value, unsigned bits) const {
  const std::uint64_t modulus = std::uint64_t{1} << bits;
  const Lanes low = value.constant().map(
      [modulus](std::int64_t n) { return static_cast<std::int64_t>(static_cast<std::uint64_t>(n) & (modulus - 1)); });
  const std::uint64_t unit = alignment_of_terms(value);
  if (unit >= modulus) return number(low, value.width);
  const LaneValue rest = value.without_constant();
  if (!rest.is_uniform()) return opaque(value.width, {&value});
  if (value.constant().is_uniform()) return fresh(value.width, names_of(value));
  const Lanes constant = value.constant();
  if (constant.least() < 0 || static_cast<std::uint64_t>(constant.greatest()) >= unit)
    return opaque(value.width, {&value});
  Symbol part{names_of(rest)};
  part.least = 0;
  part.greatest = static_cast<std::int64_t>(modulus / unit) - 1;
  const LaneValue base =
      multiply(symbol_value(symbols_.add(part), value.width), number(static_cast<std::int64_t>(unit), value.width));
  return add(base, number(constant, value.width));
}

LaneValue LaneMath::mask(const LaneValue& value, const LaneValue& with) const {
  if (value.is_number() && with.is_number()) {
    return number(
        Lanes::combine(value.constant(), with.constant(), [](std::int64_t a, std::int64_t b) { return a & b; }),
        value.width);
  }
  if (value.is_number()) return mask(with, value);
  const std::optional<unsigned> bits = low_mask(with);
  if (!value.is_known) {
    const bool is_plain = value.data && value.data->scale == 1 && value.terms.empty();
    const std::uint64_t most = !bits || *bits >= 64 ? 0 : std::uint64_t{1} << *bits;
    const std::uint64_t range = value.data ? value.data->range : 0;
    // The lowest bits of data are as likely as before, whatever is added to them.
    const bool stays_even = value.data && value.data->scale % 2 != 0 && most != 0 && range % most == 0;
    if (bits && stays_even) return from_data(value.width, value.reasons, most);
    if (!bits || !is_plain) return unknown(value.width, together(value.reasons, with.reasons));
    return from_data(value.width, value.reasons, range == 0 ? most : most == 0 ? range : std::min(range, most));
  }
  if (bits && *bits >= value.width) return value;
  if (bits && *bits >= k_index_width) return extend(truncate(value, *bits), value.width, false);
  if (bits) return low_bits(value, *bits);
  const std::optional<std::int64_t> run = same_number(with);
  // A constant below the alignment of all other terms shares no bits with them, and can be masked by itself.
  const auto unit = static_cast<std::int64_t>(alignment_of_terms(value));
  const Lanes constant = value.constant();
  if (run && !constant.is_zero() && constant.least() >= 0 && constant.greatest() < unit) {
    return add(mask(value.without_constant(), number(*run | (unit - 1), with.width)),
               number(constant.map([&](std::int64_t n) { return n & *run; }), value.width));
  }
  // A mask with one run of ones: keep the bits up to the end of the run, and subtract those below the run.
  const std::uint64_t wanted = run ? unsigned_of(*run, with.width) : 0;
  const auto skipped = static_cast<unsigned>(wanted == 0 ? 0 : std::countr_zero(wanted));
  if (wanted != 0 && skipped != 0 && (((wanted >> skipped) + 1) & (wanted >> skipped)) == 0) {
    const auto top = static_cast<unsigned>(std::bit_width(wanted));
    const LaneValue low =
        number(signed_of(static_cast<std::int64_t>((std::uint64_t{2} << (top - 1)) - 1), value.width), value.width);
    const LaneValue kept = top >= value.width ? value : mask(value, low);
    return kept.is_known ? subtract(kept, low_bits(kept, skipped)) : unknown(value.width, kept.reasons);
  }
  return opaque(value.width, {&value, &with});
}

LaneValue LaneMath::either(const LaneValue& a, const LaneValue& b, BitOperation of) const {
  if (a.is_number() && !b.is_number()) return either(b, a, of);
  const LaneValue bits = number(Lanes::combine(a.constant(), b.constant(), of), a.width);
  if (a.is_number()) return bits;
  const auto alignment_of = [this](const LaneValue& value) {
    const std::uint64_t constant = value.constant().bits();
    const std::uint64_t terms = alignment_of_terms(value);
    return constant == 0 ? terms : std::min(terms, constant & (~constant + 1));
  };
  const auto unit = static_cast<Wide>(a.is_known ? alignment_of_terms(a) : 0);
  const auto is_below = [unit](const Lanes& lanes) { return lanes.least() >= 0 && lanes.greatest() < unit; };
  if (!b.is_number() || !is_below(a.constant()) || !is_below(b.constant())) {
    if (!a.is_uniform() || !b.is_uniform()) return opaque(a.width, {&a, &b});
    // The result has the low zeros that both have.
    return fresh(a.width, together(names_of(a), names_of(b)), std::min(alignment_of(a), alignment_of(b)));
  }
  return add(a.without_constant(), bits);
}

LaneValue LaneMath::exclusive_or(const LaneValue& a, const LaneValue& b) const {
  // ~x is -1 - x: LLVM writes n - 1 - i as n + ~i.
  if (same_number(b) == -1) return subtract(b, a);
  if (same_number(a) == -1) return subtract(a, b);
  return either(a, b, [](std::int64_t x, std::int64_t y) { return x ^ y; });
}

LaneValue LaneMath::inclusive_or(const LaneValue& a, const LaneValue& b) const {
  return either(a, b, [](std::int64_t x, std::int64_t y) { return x | y; });
}

LaneValue LaneMath::divide(const LaneValue& a, const LaneValue& b, bool is_signed) const {
  const unsigned width = a.width;
  if (a.is_number() && b.is_number()) {
    return number(Lanes::combine(a.constant(), b.constant(),
                                 [&](std::int64_t x, std::int64_t y) {
                                   if (y == 0) return std::int64_t{0};
                                   if (is_signed) return y == -1 ? -x : x / y;
                                   return static_cast<std::int64_t>(unsigned_of(x, width) / unsigned_of(y, width));
                                 }),
                  width);
  }
  const std::optional<std::int64_t> by = same_number(b);
  if (by && *by > 0 && std::has_single_bit(static_cast<std::uint64_t>(*by)) && (!is_signed || fits(a, false))) {
    return shift_right(a, number(std::countr_zero(static_cast<std::uint64_t>(*by)), width), is_signed);
  }
  const Lanes constant = a.constant();
  const bool is_even = by && *by > 0 && a.is_known && std::ranges::all_of(a.terms, [&](const auto& term) {
                         return term.first.empty() || term.second.map([&](auto n) { return n % *by; }).is_zero();
                       });
  if (!is_even || constant.least() < 0 || !fits(a, false)) return opaque(width, {&a, &b});
  LaneValue result = a;
  for (auto& [monomial, lanes] : result.terms) lanes = lanes.map([&](std::int64_t n) { return n / *by; });
  return normal(std::move(result));
}

LaneValue LaneMath::remainder(const LaneValue& a, const LaneValue& b, bool is_signed) const {
  const unsigned width = a.width;
  if (a.is_number() && b.is_number()) {
    return number(Lanes::combine(a.constant(), b.constant(),
                                 [&](std::int64_t x, std::int64_t y) {
                                   if (y == 0) return std::int64_t{0};
                                   if (is_signed) return y == -1 ? std::int64_t{0} : x % y;
                                   return static_cast<std::int64_t>(unsigned_of(x, width) % unsigned_of(y, width));
                                 }),
                  width);
  }
  const std::optional<std::int64_t> by = same_number(b);
  if (!a.is_known && a.data && a.terms.empty() && a.data->scale == 1 && by && *by > 0 && !is_signed) {
    const auto most = static_cast<std::uint64_t>(*by);
    return from_data(width, a.reasons, a.data->range == 0 ? most : std::min(a.data->range, most));
  }
  if (by && *by > 0 && std::has_single_bit(static_cast<std::uint64_t>(*by)) && (!is_signed || fits(a, false))) {
    return mask(a, number(*by - 1, width));
  }
  const LaneValue quotient = divide(a, b, is_signed);
  const bool is_divided = quotient.is_known && by && !a.is_uniform();
  return is_divided ? subtract(a, multiply(quotient, b)) : opaque(width, {&a, &b});
}

LaneValue LaneMath::merge(const Lanes& chosen, const LaneValue& a, const LaneValue& b) const {
  if (a == b) return a;
  if (chosen.is_uniform()) return chosen[0] != 0 ? a : b;
  if (!a.is_known || !b.is_known) return unknown(a.width, together(a.reasons, b.reasons));
  const Lanes ours = chosen.map([](std::int64_t n) { return std::int64_t{n != 0}; });
  const Lanes others = chosen.map([](std::int64_t n) { return std::int64_t{n == 0}; });
  return add(multiply(a, number(ours, 64)), multiply(b, number(others, 64)));
}

LaneValue LaneMath::substitute(const LaneValue& value, SymbolId symbol, std::int64_t replacement) const {
  LaneValue result = value;
  result.terms.clear();
  for (const auto& [monomial, lanes] : value.terms) {
    Monomial rest = monomial;
    llvm::erase(rest, symbol);
    std::int64_t factor = 1;
    for (std::size_t power = rest.size(); power < monomial.size(); ++power) factor *= replacement;
    Lanes& to = result.terms[rest];
    to = Lanes::combine(to, lanes, [factor](std::int64_t x, std::int64_t y) { return wrapping_sum(x, y * factor); });
  }
  return normal(std::move(result));
}

LaneValue LaneMath::opaque(unsigned width, const std::vector<const LaneValue*>& operands) const {
  Reasons names;
  bool is_uniform = true;
  for (const LaneValue* operand : operands) {
    is_uniform = is_uniform && operand->is_uniform();
    names.merge(names_of(*operand));
  }
  return is_uniform ? fresh(width, std::move(names)) : unknown(width, std::move(names));
}

LaneValue LaneMath::fresh(unsigned width, Reasons names, std::uint64_t alignment) const {
  Symbol symbol{std::move(names)};
  symbol.alignment = alignment;
  return symbol_value(symbols_.add(std::move(symbol)), width);
}

Reasons LaneMath::names_of(const LaneValue& value) const {
  Reasons names = value.reasons;
  for (const auto& [monomial, lanes] : value.terms) {
    for (const SymbolId id : monomial) names.insert(symbols_[id].names.begin(), symbols_[id].names.end());
  }
  return names;
}

LaneMath::Bounds LaneMath::bounds(const LaneValue& value) const {
  constexpr Wide k_most = Wide{1} << 100;
  if (!value.is_known) return std::nullopt;
  std::pair<Wide, Wide> sum{0, 0};
  for (const auto& [monomial, lanes] : value.terms) {
    std::pair<Wide, Wide> range{lanes.least(), lanes.greatest()};
    for (const SymbolId id : monomial) {
      const Symbol& symbol = symbols_[id];
      if (!symbol.has_bounds() || symbol.space != Space::k_none) return std::nullopt;
      range = std::minmax({range.first * symbol.least, range.first * symbol.greatest, range.second * symbol.least,
                           range.second * symbol.greatest});
      if (range.first < -k_most || range.second > k_most) return std::nullopt;
    }
    sum.first += range.first;
    sum.second += range.second;
  }
  return sum;
}

std::uint64_t LaneMath::alignment_of_terms(const LaneValue& value, bool as_promised) const {
  constexpr int k_most = 62;
  int all = k_most;
  for (const auto& [monomial, lanes] : value.terms) {
    if (monomial.empty()) continue;
    int zeros = std::countr_zero(lanes.bits());
    for (const SymbolId id : monomial) {
      const Symbol& symbol = symbols_[id];
      zeros += std::countr_zero(as_promised ? std::min(symbol.alignment, symbol.promised) : symbol.alignment);
    }
    all = std::min(all, zeros);
  }
  return std::uint64_t{1} << all;
}

}  // namespace clc::worker
