#include "worker/insight/analysis/wave_access.h"

#include <algorithm>
#include <random>
#include <tuple>

namespace clc::worker {
namespace {

class Waves {
 public:
  Waves(const LaneValue& pointer, const Lanes& active, std::size_t items, const AccessShape& shape,
        const ChipMemory& chip, const LaneMath& math, KnownWaves& known)
      : pointer_(pointer),
        constant_(pointer.constant()),
        active_(active),
        items_(items),
        shape_(shape),
        chip_(chip),
        math_(math),
        known_(known) {
    offsets_.reserve(chip.wave);
    lanes_.reserve(chip.wave);
    if (shape.space == Space::k_local || !pointer.is_known) return;
    unit_ = std::min<std::uint64_t>(math.alignment_of_terms(pointer), chip.segment);
    promised_ = std::min<std::uint64_t>(math.alignment_of_terms(pointer, true), chip.segment);
  }

  AccessCost cost() {
    const std::uint64_t piece = piece_bytes(access(), chip_);
    for (std::size_t wave = 0; wave < items_; wave += chip_.wave) {
      for (std::uint64_t at = 0; at < shape_.bytes; at += piece) {
        add_wave(wave, static_cast<std::int64_t>(at), static_cast<std::int64_t>(std::min(piece, shape_.bytes - at)));
      }
    }
    sum_.pattern = sum_.is_known ? pattern_.name() : pattern_of_unknown();
    sum_.stride = pattern_.stride();
    return std::move(sum_);
  }

 private:
  LaneAccess access() const {
    return {shape_.bytes, shape_.alignment, shape_.space == Space::k_local, shape_.is_atomic};
  }

  void add_wave(std::size_t first, std::int64_t at, std::int64_t bytes) {
    // Members, so that all waves use the same memory.
    LaneOffsets& offsets = offsets_;
    std::vector<std::size_t>& lanes = lanes_;
    offsets.clear();
    lanes.clear();
    for (std::size_t lane = first; lane < std::min(items_, first + chip_.wave); ++lane) {
      if (active_[lane] == 0) continue;
      lanes.push_back(lane);
      offsets.push_back(constant_[lane] + at);
    }
    if (lanes.empty()) return;
    ++sum_.requests;
    if (!is_relative_known(lanes)) {
      sum_.is_known = false;
      sum_.reasons.merge(reasons(lanes));
      bound(lanes.size(), bytes, offsets);
    } else if (shape_.space == Space::k_local) {
      std::vector<unsigned> in_wave;
      for (const std::size_t lane : lanes) in_wave.push_back(static_cast<unsigned>(lane - first));
      add_local(offsets, in_wave, bytes);
    } else {
      add_global(offsets, bytes);
    }
  }

  // True where the distances between the lanes' addresses are numbers: each symbol has the same factor in all lanes.
  bool is_relative_known(const std::vector<std::size_t>& lanes) const {
    if (!pointer_.is_known) return false;
    return std::ranges::all_of(pointer_.terms, [&](const auto& term) {
      return term.first.empty() || std::ranges::all_of(lanes, [&](std::size_t lane) {
               return term.second[lane] == term.second[lanes.front()];
             });
    });
  }

  Reasons reasons(const std::vector<std::size_t>& lanes) const {
    Reasons names = pointer_.reasons;
    for (const auto& [monomial, factors] : pointer_.terms) {
      const bool varies =
          std::ranges::any_of(lanes, [&](std::size_t lane) { return factors[lane] != factors[lanes.front()]; });
      if (monomial.empty() || !varies) continue;
      for (const SymbolId id : monomial)
        names.insert(math_.symbols()[id].names.begin(), math_.symbols()[id].names.end());
    }
    return names;
  }

  void add_global(const LaneOffsets& offsets, std::int64_t bytes) {
    const auto segment = static_cast<std::int64_t>(chip_.segment);
    const std::int64_t base = floor_divide(offsets.front(), segment) * segment;
    std::vector<std::int64_t> key{bytes, static_cast<std::int64_t>(shape_.alignment), static_cast<std::int64_t>(unit_),
                                  static_cast<std::int64_t>(promised_)};
    key.reserve(key.size() + offsets.size());
    for (const std::int64_t offset : offsets) key.push_back(offset - base);
    const auto [at, is_new] = known_.global.try_emplace(std::move(key));
    if (is_new) at->second = global_cost(offsets, bytes);
    const KnownWaves::Global& wave = at->second;
    sum_.ideal += wave.ideal;
    sum_.least += wave.least;
    sum_.most += wave.most;
    sum_.unaligned += wave.unaligned;
    pattern_.add(offsets, bytes, false, wave.least == wave.ideal);
  }

  KnownWaves::Global global_cost(LaneOffsets offsets, std::int64_t bytes) const {
    std::sort(offsets.begin(), offsets.end());
    KnownWaves::Global wave;
    wave.ideal = ideal_segments(offsets, bytes, chip_.segment);
    std::tie(wave.least, wave.most) = range(offsets, bytes, unit_);
    wave.unaligned = range(offsets, bytes, promised_).second;
    return wave;
  }

  // The fewest and the most segments for any value of the unknown part of the address: multiples of `unit` that keep
  // the alignment that the compiler knows.
  std::pair<std::uint64_t, std::uint64_t> range(const LaneOffsets& offsets, std::int64_t bytes,
                                                std::uint64_t unit) const {
    const auto segment = static_cast<std::int64_t>(chip_.segment);
    const auto step = static_cast<std::int64_t>(unit);
    const auto aligned = static_cast<std::int64_t>(std::min(shape_.alignment, piece_bytes(access(), chip_)));
    const auto is_possible = [&](std::int64_t shift) { return (offsets.front() + shift) % aligned == 0; };
    std::uint64_t least = ~std::uint64_t{0}, most = 0;
    for (std::int64_t shift = 0; shift < segment; shift += step) {
      if (!is_possible(shift) && (shift + step < segment || most != 0)) continue;
      const std::uint64_t here = touched_segments(offsets, bytes, segment, shift);
      least = std::min(least, here);
      most = std::max(most, here);
    }
    return {least, most};
  }

  void add_local(const LaneOffsets& offsets, const std::vector<unsigned>& lanes, std::int64_t bytes) {
    std::vector<std::int64_t> key = relative_to_a_word(offsets, offsets.size());
    key.insert(key.end(), lanes.begin(), lanes.end());
    key.push_back(bytes);
    key.push_back(shape_.is_atomic);
    const auto [at, is_new] = known_.local.try_emplace(std::move(key));
    if (is_new) at->second = local_passes(offsets, lanes, bytes, chip_, shape_.is_atomic);
    const LocalPasses& passes = at->second;
    sum_.ideal += passes.ideal;
    sum_.least += passes.passes;
    sum_.most += passes.passes;
    sum_.unaligned += passes.passes;
    sum_.degree = std::max(sum_.degree, passes.degree);
    pattern_.add(offsets, bytes, true, passes.passes == passes.ideal);
  }

  // Offsets from the beginning of a word: a shift of all lanes by whole words changes no conflict.
  static std::vector<std::int64_t> relative_to_a_word(const LaneOffsets& offsets, std::size_t count) {
    const std::int64_t base = floor_divide(offsets.front(), k_bank_bytes) * k_bank_bytes;
    std::vector<std::int64_t> relative;
    relative.reserve(count + 4);
    for (std::size_t lane = 0; lane < count; ++lane) relative.push_back(offsets[lane] - base);
    return relative;
  }

  // Adds the fewest and the most transactions or passes that any addresses would need.
  void bound(std::size_t lanes, std::int64_t bytes, const LaneOffsets& offsets) {
    const bool is_local = shape_.space == Space::k_local;
    const std::size_t phase = lanes_of_phase(bytes, chip_.banks);
    const std::size_t best = most_lanes_of_phase(bytes, chip_);
    const std::uint64_t phases = is_local ? (lanes + best - 1) / best : 1;
    const std::uint64_t most = lanes * (shape_.alignment < static_cast<std::uint64_t>(bytes) ? 2 : 1);
    sum_.ideal += phases;
    sum_.least += phases;
    sum_.most += is_local ? std::max<std::uint64_t>(lanes, phases) : most;
    sum_.unaligned += most;
    if (is_local) expect(offsets, bytes, std::min(lanes, phase));
  }

  // Estimates the degree of conflicts if all data are equally likely: the mean over a fixed sequence of random trials.
  void expect(const LaneOffsets& offsets, std::int64_t bytes, std::size_t lanes) {
    if (!pointer_.data || sum_.expected_hundredths != 0 || offsets.empty()) return;
    constexpr unsigned k_trials = 512;
    const std::uint64_t range = pointer_.data->range == 0 ? std::uint64_t{1} << 20 : pointer_.data->range;
    LaneOffsets trial(std::min(lanes, offsets.size()));
    std::vector<std::int64_t> key = relative_to_a_word(offsets, trial.size());
    key.insert(key.end(), {static_cast<std::int64_t>(range), pointer_.data->scale, bytes, shape_.is_atomic});
    const auto [known, is_new] = known_.expectations.try_emplace(std::move(key), 0);
    sum_.expected_hundredths = known->second;
    if (!is_new) return;
    std::minstd_rand random(1);
    std::uint64_t sum = 0;
    for (unsigned i = 0; i < k_trials; ++i) {
      for (std::size_t lane = 0; lane < trial.size(); ++lane) {
        const auto data = static_cast<std::int64_t>((static_cast<std::uint64_t>(random()) * range) / 2147483647U);
        trial[lane] = offsets[lane] + pointer_.data->scale * data;
      }
      sum += most_of_a_bank(trial, bytes, chip_.banks, shape_.is_atomic);
    }
    sum_.expected_hundredths = known->second = sum * 100 / k_trials;
  }

  // Names the stride "4*out_pitch" where the distance of neighbouring lanes is a multiple of symbols.
  std::string pattern_of_unknown() {
    if (!pointer_.is_known) return "gather";
    std::vector<std::size_t> lanes;
    for (std::size_t lane = 0; lane < std::min<std::size_t>(items_, chip_.wave); ++lane) {
      if (active_[lane] != 0) lanes.push_back(lane);
    }
    std::string text;
    for (const auto& [monomial, factors] : pointer_.terms) {
      if (lanes.size() < 2) return "unknown";
      const std::int64_t step = factors[lanes[1]] - factors[lanes[0]];
      for (std::size_t i = 1; i < lanes.size(); ++i) {
        if (factors[lanes[i]] - factors[lanes[i - 1]] != step) return "unknown";
      }
      if (step == 0) continue;
      text += (text.empty() ? "" : " + ") + std::to_string(step);
      for (const SymbolId id : monomial) {
        const Reasons& names = math_.symbols()[id].names;
        std::string name = names.empty() ? "?" : *names.begin();
        if (name.starts_with("argument ")) name.erase(0, 9);
        text += "*" + name;
      }
    }
    sum_.stride_text = text;
    return "strided";
  }

  const LaneValue& pointer_;
  const Lanes constant_;
  const Lanes& active_;
  std::size_t items_;
  const AccessShape& shape_;
  const ChipMemory& chip_;
  const LaneMath& math_;
  KnownWaves& known_;
  std::uint64_t unit_ = 1, promised_ = 1;  // divisors of the unknown part of the address, at most a segment
  AccessPattern pattern_;
  AccessCost sum_;
  LaneOffsets offsets_;
  std::vector<std::size_t> lanes_;
};

}  // namespace

AccessCost access_cost(const LaneValue& pointer, const Lanes& active, std::size_t items, const AccessShape& shape,
                       const ChipMemory& chip, const LaneMath& math, KnownWaves& known) {
  return Waves(pointer, active, items, shape, chip, math, known).cost();
}

}  // namespace clc::worker
