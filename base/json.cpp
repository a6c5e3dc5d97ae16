#include "base/json.h"

#include <algorithm>

#include "base/encoding/hex.h"

namespace clc {
namespace {

constexpr std::size_t k_max_depth = 32;

enum class TruthValues { k_refuse, k_take };

// Builds the value from the parser's events, and stops at what parse_json does not allow.
class StrictBuilder {
 public:
  StrictBuilder(Json& root, TruthValues truth_values) : root_(root), truth_values_(truth_values) {}

  bool null() { return refuse("null"); }
  bool boolean(bool value) {
    if (truth_values_ == TruthValues::k_take) return put(Json(value)) != nullptr;
    return refuse(value ? "true" : "false");
  }
  bool number_float(Json::number_float_t, const std::string& text) { return refuse(text); }
  bool number_integer(Json::number_integer_t value) { return put(Json(value)) != nullptr; }
  bool number_unsigned(Json::number_unsigned_t value) { return put(Json(value)) != nullptr; }
  bool string(std::string& value) { return put(Json(std::move(value))) != nullptr; }
  bool binary(Json::binary_t&) { return refuse("binary data"); }
  bool start_object(std::size_t) { return open(Json::object()); }
  bool start_array(std::size_t) { return open(Json::array()); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(std::string& name) {
    auto [place, is_new] = open_.back()->get_ref<Json::object_t&>().try_emplace(std::move(name));
    if (!is_new) return complain("holds the key " + canonical_text(place->first) + " twice in one object");
    member_ = &place->second;
    return true;
  }

  bool parse_error(std::size_t, const std::string&, const Json::exception&) { return complain("is not JSON"); }

  std::string problem;

 private:
  // Puts a value where it belongs: as the root, the member whose key was read, or the end of a list.
  Json* put(Json value) {
    Json* place = &root_;
    if (!open_.empty() && open_.back()->is_array()) {
      auto& list = open_.back()->get_ref<Json::array_t&>();
      list.push_back(std::move(value));
      return &list.back();
    }
    if (!open_.empty()) place = member_;
    *place = std::move(value);
    return place;
  }

  bool open(Json empty) {
    if (open_.size() == k_max_depth) return complain("is nested too deeply");
    open_.push_back(put(std::move(empty)));
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  bool refuse(const std::string& value) {
    return complain("holds a value that is neither text nor a 64-bit integer: " + value);
  }

  bool complain(const std::string& text) {
    if (problem.empty()) problem = text;
    return false;
  }

  Json& root_;
  TruthValues truth_values_;
  std::vector<Json*> open_;  // a list grows only while nothing in it is open, so these stay valid
  Json* member_ = nullptr;
};

Result<Json> parse(std::string_view text, const std::string& what, Json::input_format_t format,
                   TruthValues truth_values) {
  Json json;
  StrictBuilder builder(json, truth_values);
  if (!Json::sax_parse(text.begin(), text.end(), &builder, format))
    return fail(ErrorKind::k_damaged, what + " " + (builder.problem.empty() ? "is not JSON" : builder.problem));
  if (!json.is_object()) return fail(ErrorKind::k_damaged, what + " is not a JSON object");
  return json;
}

std::size_t depth_of(const Json& json) {
  if (!json.is_structured()) return 0;
  std::size_t deepest = 0;
  for (const Json& element : json) deepest = std::max(deepest, depth_of(element));
  return deepest + 1;
}

// The library's own judgement, so that what passes here is never altered when it is written.
bool is_utf8(const std::string& text) {
  const auto is_ascii_char = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  const bool is_ascii = std::ranges::all_of(text, is_ascii_char);
  if (is_ascii) return true;
  try {
    return !Json(text).dump().empty();
  } catch (const Json::exception&) {
    return false;
  }
}

bool fits_int64(const Json& value) {
  return value.is_number_integer() &&
         !(value.is_number_unsigned() &&
           value.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()));
}

}  // namespace

Result<Json> parse_json(std::string_view text, const std::string& what) {
  // The parser takes a NUL for the end, and would not see what follows it.
  if (text.find('\0') != std::string_view::npos) return fail(ErrorKind::k_damaged, what + " is not JSON");
  return parse(text, what, Json::input_format_t::json, TruthValues::k_refuse);
}

Result<Json> parse_message_pack(std::string_view bytes, const std::string& what) {
  return parse(bytes, what, Json::input_format_t::msgpack, TruthValues::k_take);
}

bool is_readable(const Json& json) {
  return depth_of(json) <= k_max_depth;
}

std::string canonical_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string readable_text(const Json& json) {
  return json.dump(1, ' ', false, Json::error_handler_t::replace);
}

void put_extra(Json& json, const std::string& extra) {
  if (extra.empty()) return;
  Result<Json> unknown = parse_json(extra, "extra");
  if (!unknown) return;
  for (const auto& [key, value] : unknown->items()) {
    if (!json.contains(key)) json[key] = value;
  }
}

void put_optional(Json& json, const char* key, const std::string& text) {
  if (!text.empty()) json[key] = text;
}

void put_optional(Json& json, const char* key, std::uint64_t number) {
  if (number != 0) json[key] = number;
}

void put_optional(Json& json, const char* key, Json array_or_object) {
  if (!array_or_object.empty()) json[key] = std::move(array_or_object);
}

Json any_text(const std::string& text) {
  if (is_utf8(text)) return text;
  return Json{{"hex", to_hex(text)}};
}

Json any_texts(const std::vector<std::string>& texts) {
  Json array = Json::array();
  for (const std::string& text : texts) array.push_back(any_text(text));
  return array;
}

ObjectReader::ObjectReader(const Json& json, std::string where, std::string& problem)
    : json_(json), where_(std::move(where)), problem_(problem) {
  if (!json_.is_object()) complain("is not an object");
}

void ObjectReader::complain(const std::string& text) {
  if (problem_.empty()) problem_ = where_ + " " + text;
}

void ObjectReader::complain_of_empty(const char* key) {
  complain("has an empty \"" + std::string(key) + "\", which must be left out");
}

const Json* ObjectReader::find(const char* key, bool required) {
  if (!ok()) return nullptr;
  known_.push_back(key);
  if (auto found = json_.find(key); found != json_.end()) return &*found;
  if (required) complain("lacks \"" + std::string(key) + "\"");
  return nullptr;
}

const Json* ObjectReader::object(const char* key, bool required) {
  const Json* value = find(key, required);
  if (value == nullptr) return nullptr;
  if (!value->is_object()) complain("has a \"" + std::string(key) + "\" that is not an object");
  if (!required && value->empty()) complain_of_empty(key);
  return ok() ? value : nullptr;
}

const Json* ObjectReader::array(const char* key, bool required) {
  const Json* value = find(key, required);
  if (value == nullptr) return nullptr;
  if (!value->is_array()) complain("has a \"" + std::string(key) + "\" that is not a list");
  if (!required && value->empty()) complain_of_empty(key);
  return ok() ? value : nullptr;
}

std::string ObjectReader::text(const char* key) {
  const Json* value = find(key, true);
  if (value == nullptr) return "";
  if (value->is_string()) return value->get<std::string>();
  complain("has a \"" + std::string(key) + "\" that is not text");
  return "";
}

std::string ObjectReader::optional_text(const char* key) {
  if (find(key, false) == nullptr) return "";
  std::string value = text(key);
  if (value.empty()) complain_of_empty(key);
  return value;
}

std::string ObjectReader::decode_any_text(const Json& value, const std::string& where) {
  if (value.is_string()) return value.get<std::string>();
  ObjectReader reader(value, where, problem_);
  std::string hex = reader.text("hex");
  reader.no_extra();
  if (!is_hex(hex)) {
    reader.complain("has bad hexadecimal digits, or an odd number of them");
    return "";
  }
  std::string bytes = from_hex(hex);
  if (ok() && is_utf8(bytes)) reader.complain("spells text in hexadecimal digits that needs none");
  return ok() ? bytes : "";
}

std::string ObjectReader::any_text(const char* key) {
  const Json* value = find(key, true);
  return value == nullptr ? "" : decode_any_text(*value, where_ + "." + key);
}

std::vector<std::string> ObjectReader::texts(const char* key) {
  std::vector<std::string> result;
  each(key, true, [&](const Json& element, const std::string& where) {
    if (element.is_string()) {
      result.push_back(element.get<std::string>());
    } else if (ok()) {
      problem_ = where + " is not text";
    }
  });
  return result;
}

std::vector<std::string> ObjectReader::any_texts(const char* key) {
  std::vector<std::string> result;
  each(key, true,
       [&](const Json& element, const std::string& where) { result.push_back(decode_any_text(element, where)); });
  return result;
}

std::uint64_t ObjectReader::number(const char* key, std::uint64_t maximum) {
  const Json* value = find(key, true);
  if (value == nullptr) return 0;
  // A value that was not parsed can hold a natural number as a signed one.
  if (!value->is_number_unsigned() && !(value->is_number_integer() && value->get<std::int64_t>() >= 0)) {
    complain("has a \"" + std::string(key) + "\" that is not a whole number from 0");
    return 0;
  }
  auto number = value->get<std::uint64_t>();
  if (number <= maximum) return number;
  complain("has a \"" + std::string(key) + "\" above " + std::to_string(maximum));
  return 0;
}

std::uint64_t ObjectReader::optional_number(const char* key, std::uint64_t maximum) {
  if (find(key, false) == nullptr) return 0;
  std::uint64_t value = number(key, maximum);
  if (value == 0) complain_of_empty(key);
  return value;
}

std::int64_t ObjectReader::signed_number(const char* key) {
  const Json* value = find(key, true);
  if (value == nullptr) return 0;
  if (fits_int64(*value)) return value->get<std::int64_t>();
  complain("has a \"" + std::string(key) + "\" that is not a signed 64-bit number");
  return 0;
}

std::size_t ObjectReader::one_of(const char* key, const std::vector<const char*>& names) {
  std::string name = text(key);
  auto found = std::ranges::find(names, name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  complain("has an unknown \"" + std::string(key) + "\": \"" + name + "\"");
  return 0;
}

std::string ObjectReader::extra() const {
  if (!ok()) return "";
  Json unknown = Json::object();
  for (const auto& [key, value] : json_.get_ref<const Json::object_t&>()) {
    if (std::ranges::find(known_, key) == known_.end()) unknown[key] = value;
  }
  return unknown.empty() ? "" : canonical_text(unknown);
}

void ObjectReader::no_extra() {
  std::string unknown = extra();
  if (!unknown.empty()) complain("has unknown keys: " + unknown);
}

Json resources_to_json(const Resources& resources) {
  Json json = Json::object();
  for (const auto& [kernel, numbers] : resources) json[kernel] = numbers;
  return json;
}

Resources resources_from_json(const Json& json, const std::string& where, std::string& problem) {
  Resources resources;
  for (const auto& [kernel, numbers] : json.items()) {
    bool right = numbers.is_object();
    auto& of_kernel = resources[kernel];
    for (auto number = numbers.begin(); right && number != numbers.end(); ++number) {
      right = fits_int64(*number);
      if (right) of_kernel[number.key()] = number->get<std::int64_t>();
    }
    if (!right && problem.empty()) problem = where + "." + kernel + " is not a list of numbers by name";
  }
  return resources;
}

}  // namespace clc
