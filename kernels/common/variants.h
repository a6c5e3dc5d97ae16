// Makes the variants of an algorithm that differ only in one choice: a launcher, a kernel, or a method.
#pragma once

#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/algorithm.h"

namespace clc::algorithms {

template <class Choice>
struct VariantChoice {
  std::string name, description;
  Choice choice;
};

// Adds a variant for each of `choices`, which `verify` and `bench` get as their last argument. A choice that has a
// member `module` says with it where the variant's kernels are; one that has a function `task`, what it computes.
template <class Choice>
void add_variants(std::vector<AlgorithmVariant>& variants, Result<Verdict> (*verify)(Session&, const Problem&, Choice),
                  Result<Measurement> (*bench)(Session&, const Problem&, Choice),
                  std::initializer_list<VariantChoice<std::common_type_t<Choice>>> choices) {
  for (const auto& [name, description, chosen] : choices) {
    const Choice choice = chosen;
    variants.push_back(
        {name, description,
         [verify, choice](Session& session, const Problem& problem) { return verify(session, problem, choice); },
         [bench, choice](Session& session, const Problem& problem) { return bench(session, problem, choice); }});
    if constexpr (requires { choice.module; }) variants.back().module = choice.module;
    if constexpr (requires { choice.task(); }) variants.back().task = choice.task();
  }
}

// Gives the variants whose names end in `suffix`, for instance "_grey", short names without it.
inline void add_short_names(std::vector<AlgorithmVariant>& variants, const std::string& suffix) {
  for (AlgorithmVariant& variant : variants) {
    if (variant.name.size() <= suffix.size() || !variant.name.ends_with(suffix)) continue;
    variant.short_name = variant.name.substr(0, variant.name.size() - suffix.size());
  }
}

}  // namespace clc::algorithms
