// Samplers.
#include "front/answer.h"
#include "front/api.h"
#include "front/image.h"

namespace clc::front::api {
namespace {

void check_facts(const SamplerFacts& facts) {
  require(facts.addressing >= CL_ADDRESS_NONE && facts.addressing <= CL_ADDRESS_MIRRORED_REPEAT, CL_INVALID_VALUE);
  require(facts.filter == CL_FILTER_NEAREST || facts.filter == CL_FILTER_LINEAR, CL_INVALID_VALUE);
  require(facts.is_normalized || facts.addressing < CL_ADDRESS_REPEAT, CL_INVALID_VALUE);
}

cl_sampler make_sampler(Ref<_cl_context> context, const SamplerFacts& facts,
                        std::vector<cl_sampler_properties> properties) {
  check_has_images(*context);
  check_facts(facts);
  auto sampler = make_object<_cl_sampler>();
  sampler->context = std::move(context);
  sampler->facts = facts;
  sampler->properties = std::move(properties);
  return sampler.give();
}

void take_property(SamplerFacts& facts, cl_sampler_properties name, cl_sampler_properties value) {
  switch (name) {
    case CL_SAMPLER_NORMALIZED_COORDS:
      require(value == CL_TRUE || value == CL_FALSE, CL_INVALID_VALUE);
      facts.is_normalized = value == CL_TRUE;
      return;
    case CL_SAMPLER_ADDRESSING_MODE:
      facts.addressing = static_cast<cl_addressing_mode>(value);
      return;
    case CL_SAMPLER_FILTER_MODE:
      facts.filter = static_cast<cl_filter_mode>(value);
      return;
    default:
      throw Failure(CL_INVALID_VALUE);
  }
}

}  // namespace

cl_sampler create_sampler(cl_context context, cl_bool is_normalized, cl_addressing_mode addressing,
                          cl_filter_mode filter) {
  auto kept = checked(context);
  require(is_normalized == CL_TRUE || is_normalized == CL_FALSE, CL_INVALID_VALUE);
  return make_sampler(std::move(kept), {is_normalized == CL_TRUE, addressing, filter}, {});
}

cl_sampler create_sampler_with_properties(cl_context context, const cl_sampler_properties* properties) {
  auto kept = checked(context);
  SamplerFacts facts;
  std::vector<cl_sampler_properties> list;
  for (const auto* one = properties; one != nullptr && one[0] != 0; one += 2) {
    for (std::size_t i = 0; i < list.size(); i += 2) require(list[i] != one[0], CL_INVALID_VALUE);
    take_property(facts, one[0], one[1]);
    list.insert(list.end(), {one[0], one[1]});
  }
  if (properties != nullptr) list.push_back(0);
  return make_sampler(std::move(kept), facts, std::move(list));
}

void get_sampler_info(cl_sampler sampler, cl_sampler_info info, size_t room, void* to, size_t* told) {
  const auto one = checked(sampler);
  const Answer answer{room, to, told};
  switch (info) {
    case CL_SAMPLER_REFERENCE_COUNT:
      return answer.value(one->references.load());
    case CL_SAMPLER_CONTEXT:
      return answer.value(one->context.get());
    case CL_SAMPLER_NORMALIZED_COORDS:
      return answer.value(cl_bool{one->facts.is_normalized});
    case CL_SAMPLER_ADDRESSING_MODE:
      return answer.value(one->facts.addressing);
    case CL_SAMPLER_FILTER_MODE:
      return answer.value(one->facts.filter);
    case CL_SAMPLER_PROPERTIES:
      return answer.list(one->properties);
    default:
      throw Failure(CL_INVALID_VALUE);
  }
}

}  // namespace clc::front::api
