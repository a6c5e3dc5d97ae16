#include "base/fields/json_fields.h"

namespace clc {

JsonFieldWriter::JsonFieldWriter() : json_(Json::object()) {}

void JsonFieldWriter::text(const char* key, const std::string& value) {
  json_[key] = value;
}

void JsonFieldWriter::texts(const char* key, const std::vector<std::string>& values) {
  json_[key] = values;
}

void JsonFieldWriter::any_text(const char* key, const std::string& value) {
  json_[key] = clc::any_text(value);
}

void JsonFieldWriter::any_texts(const char* key, const std::vector<std::string>& values) {
  json_[key] = clc::any_texts(values);
}

void JsonFieldWriter::signed_number(const char* key, std::int64_t value) {
  json_[key] = value;
}

void JsonFieldWriter::numbers(const char* key, const std::vector<std::uint64_t>& values) {
  json_[key] = values;
}

void JsonFieldWriter::text_map(const char* key, const std::map<std::string, std::string>& values) {
  json_[key] = values;
}

void JsonFieldWriter::put(const char* key, Json value) {
  json_[key] = std::move(value);
}

void JsonFieldWriter::put_number(const char* key, std::uint64_t value) {
  json_[key] = value;
}

void JsonFieldReader::numbers(const char* key, std::vector<std::uint64_t>& values) {
  reader_.each(key, true, [&](const Json& element, const std::string& where) {
    if (element.is_number_unsigned()) {
      values.push_back(element.get<std::uint64_t>());
    } else {
      problem_ = where + " is not a number";
    }
  });
}

void JsonFieldReader::text_map(const char* key, std::map<std::string, std::string>& values) {
  const Json* object = reader_.object(key, true);
  if (object == nullptr) return;
  for (const auto& [name, value] : object->items()) {
    if (!value.is_string()) {
      reader_.complain("has a \"" + std::string(key) + "\" with a value that is not text");
      return;
    }
    values.emplace(name, value.get<std::string>());
  }
}

void JsonFieldReader::read_resources(const char* key, bool is_required, Resources& values) {
  const Json* object = reader_.object(key, is_required);
  if (object != nullptr) values = resources_from_json(*object, place_of(key), problem_);
}

}  // namespace clc
