#include "clc/runtime/check_report.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "checks/checked_launch.h"

namespace clc {
namespace {

struct Slot {
  std::uint32_t count = 0, other = 0, who = 0;
  std::uint64_t first = 0, second = 0;
};

enum SlotWord {
  k_slot_count,
  k_slot_other,
  k_slot_group,
  k_slot_item = 4,
  k_slot_first = 8,
  k_slot_second = 10,
  k_slot_who = 12
};

std::uint64_t wide(const std::uint32_t* words) {
  return words[0] | std::uint64_t{words[1]} << 32U;
}

std::string quoted(const std::string& name) {
  return name.empty() ? "" : " '" + name + "'";
}

std::string bytes_text(std::uint64_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

std::string signed_text(std::uint64_t number) {
  return std::to_string(static_cast<std::int64_t>(number));
}

// "load of 4 bytes".
std::string access_text(const CheckedPlace& place) {
  return place.what + (place.bytes == 0 ? "" : " of " + bytes_text(place.bytes));
}

std::string hexadecimal(std::uint64_t number) {
  std::string text;
  do text.insert(text.begin(), "0123456789abcdef"[number % 16]);
  while ((number /= 16) != 0);
  return "0x" + text;
}

std::string real_text(const CheckedPlace& place, std::uint64_t bits) {
  double value = 0;
  if (place.what == "conversion of double") {
    std::memcpy(&value, &bits, sizeof(value));
  } else {
    const auto low = static_cast<std::uint32_t>(bits);
    float narrow = 0;
    std::memcpy(&narrow, &low, sizeof(narrow));
    value = narrow;
  }
  std::string text(32, '\0');
  text.resize(static_cast<std::size_t>(std::snprintf(text.data(), text.size(), "%.9g", value)));
  return text;
}

std::string bounds_text(const CheckedPlace& place, const Slot& slot) {
  if (place.space == "image") {
    const std::uint64_t dimension = slot.second >> 56U, extent = slot.second & ((std::uint64_t{1} << 56U) - 1);
    return place.what + " of an image at " + signed_text(slot.first) + " in dimension " + std::to_string(dimension) +
           ", which has " + std::to_string(extent);
  }
  const std::string memory = place.space + quoted(place.object);
  if (place.object.empty() && place.space == "global")
    return access_text(place) + " at address " + hexadecimal(slot.first) + ", which is in no buffer";
  if (slot.second == 0)
    return access_text(place) + " at byte " + signed_text(slot.first) + " of " + memory + ", a null pointer";
  return access_text(place) + " at byte " + signed_text(slot.first) + " of " + memory + ", which has " +
         bytes_text(slot.second);
}

std::string race_text(const CheckedKernel& kernel, const CheckedPlace& place, const Slot& slot) {
  const std::string access =
      access_text(place) + " at byte " + signed_text(slot.first) + " of " + place.space + quoted(place.object);
  if (slot.second == k_race_of_copy) return access + " races with an asynchronous copy";
  const bool are_groups = place.space != "local" && slot.second < k_race_of_items;
  const std::uint64_t by = slot.second % k_race_of_items;
  const std::string one = are_groups ? "group" : kernel.counts_sub_groups ? "sub-group" : "item";
  const std::string who =
      by == 2 ? "several " + one + "s" : one + " " + std::to_string(slot.who - (are_groups ? 1 : 0));
  const std::string what = by != 0           ? "a load"
                           : slot.other == 0 ? "an access"
                                             : "a " + kernel.places[slot.other - 1].what;
  return access + " races with " + what + " by " + who;
}

std::string barrier_text(const CheckedPlace& place, const Slot& slot) {
  const std::string whole = place.what == "sub-group function" ? "sub-group" : "group";
  if (slot.second == 0) return place.object + " is reached while other items of the " + whole + " are at another";
  const std::string items =
      std::to_string(slot.first) + " of " + std::to_string(slot.second) + " items of the " + whole;
  if (slot.who == k_late_items) return place.object + " has waited too long: " + items + " are there";
  return place.object + " is reached by " + items;
}

std::string arithmetic_text(const CheckedPlace& place, const Slot& slot) {
  const std::string first = signed_text(slot.first), second = signed_text(slot.second);
  if (place.what == "division" || place.what == "remainder") return place.what + " of " + first + " by " + second;
  if (place.what == "constant")
    return "a constant has no value: it divides by 0, or is a number that its integer cannot hold";
  if (place.what == "shift") return "shift of a number of " + std::to_string(place.bytes * 8) + " bits by " + second;
  if (place.what.starts_with("conversion")) {
    return place.what + " " + real_text(place, slot.first) + " to " + place.space + " integer of " +
           std::to_string(place.bytes * 8) + " bits";
  }
  return access_text(place) + " at address " + hexadecimal(slot.first) + ", which is no multiple of " + second;
}

// Group and item of a report count all dimensions. Behind a barrier that not all items reach they may be any.
void tell_ids(const std::vector<std::uint32_t>& words, std::uint64_t group, std::uint64_t item, CheckReport& report) {
  for (std::size_t d = 0; d < 3; ++d) {
    const std::uint64_t global = std::max(words[k_check_global_size + d], 1U);
    const std::uint64_t size = std::max(words[k_check_group_size + d], 1U);
    const std::uint64_t groups = (global + size - 1) / size;
    const std::uint64_t first = group % groups * size, items = std::min(size, global - first);
    report.group_id[d] = group % groups;
    report.global_id[d] = words[k_check_offset + d] + first + item % items;
    group /= groups;
    item /= items;
  }
}

std::string message_of(const CheckedKernel& kernel, const CheckedPlace& place, const Slot& slot) {
  switch (place.check) {
    case Check::k_bounds:
      return bounds_text(place, slot);
    case Check::k_uninitialised:
      return access_text(place) + " at byte " + signed_text(slot.first) + " of local" + quoted(place.object) +
             ", which the group has not written";
    case Check::k_race:
      return race_text(kernel, place, slot);
    case Check::k_barrier:
      return barrier_text(place, slot);
    default:
      return arithmetic_text(place, slot);
  }
}

}  // namespace

std::string CheckReport::text() const {
  std::string text = file.empty() ? "" : file + ":" + std::to_string(line) + ":" + std::to_string(column) + ": ";
  text += check + ": " + message;
  if (other_line != 0)
    text += " in " + other_file + ":" + std::to_string(other_line) + ":" + std::to_string(other_column);
  text += " (kernel " + kernel + ", item";
  for (const std::uint64_t id : global_id) text += " " + std::to_string(id);
  text += ", group";
  for (const std::uint64_t id : group_id) text += " " + std::to_string(id);
  return text + (count > 1 ? ", " + std::to_string(count) + " times)" : ")");
}

CheckResults read_slots(const CheckedKernel& kernel, const std::vector<std::uint32_t>& words) {
  CheckResults found;
  const std::size_t slots_at = words.size() < k_check_header_words ? words.size() : words[k_check_slots_at];
  for (std::size_t i = 0; i < kernel.places.size() && slots_at + (i + 1) * k_slot_words <= words.size(); ++i) {
    const std::uint32_t* slot_words = words.data() + slots_at + i * k_slot_words;
    if (slot_words[k_slot_count] == 0) continue;
    const CheckedPlace& place = kernel.places[i];
    Slot slot{slot_words[k_slot_count], slot_words[k_slot_other], slot_words[k_slot_who],
              wide(slot_words + k_slot_first), wide(slot_words + k_slot_second)};
    if (slot.other > kernel.places.size()) slot.other = 0;
    CheckReport report;
    report.check = k_check_names[static_cast<std::size_t>(place.check)];
    report.kernel = kernel.name;
    report.file = place.file;
    report.line = place.line;
    report.column = place.column;
    if (slot.other != 0) {
      const CheckedPlace& other = kernel.places[slot.other - 1];
      report.other_file = other.file;
      report.other_line = other.line;
      report.other_column = other.column;
    }
    tell_ids(words, wide(slot_words + k_slot_group), slot_words[k_slot_item], report);
    report.message = message_of(kernel, place, slot);
    report.count = slot.count;
    found.reports.push_back(std::move(report));
  }
  return found;
}

}  // namespace clc
