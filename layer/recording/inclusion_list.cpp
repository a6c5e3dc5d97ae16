#include "recording/inclusion_list.h"

#include "base/fields/json_fields.h"
#include "base/try.h"

namespace clc::layer {
namespace {

// `found_files` is only in the answer of clc.
template <class F>
void list_fields(F& f, FieldsOf<F, InclusionList>& list) {
  f.all("unknown", list.unknown, "tells_time", list.tells_time, "inclusions", list.inclusions);
}

}  // namespace

template <class F>
void fields(F& f, FieldsOf<F, InclusionList::Inclusion>& inclusion) {
  f.text("name", inclusion.name);
  f.require(!inclusion.name.empty(), "is a file without a name");
  f.text("from", inclusion.from);
}

template <class F>
void fields(F& f, FieldsOf<F, InclusionList::FoundFile>& file) {
  f.all("path", file.path, "sha256", file.sha256, "is_there", file.is_there);
}

template <class F>
void fields(F& f, FieldsOf<F, InclusionList>& list) {
  list_fields(f, list);
}

template <class F>
void fields(F& f, FieldsOf<F, KnownInclusions>& known) {
  f.digest("state", known.state);
  f.object("files", known.files);
}

namespace {

// The texts that are written and read here.
struct Found {
  InclusionList list;
};
struct KnownLists {
  std::vector<KnownInclusions> lists;
};

template <class F>
void fields(F& f, FieldsOf<F, Found>& found) {
  list_fields(f, found.list);
  f.list("answers", found.list.found_files);
}

template <class F>
void fields(F& f, FieldsOf<F, KnownLists>& known) {
  f.list("known", known.lists);
}

}  // namespace

std::string encode_inclusion_list(const InclusionList& list) {
  return canonical_text(json_of(Found{list}));
}

Result<InclusionList> read_inclusion_list(std::string_view json, const std::string& folder) {
  Found found = CLC_TRY(decode_json<Found>(json, "the answer of clc"));
  InclusionList& list = found.list;
  const auto is_given = [&](const std::string& path) { return path.substr(0, folder.size() + 1) == folder + "/"; };
  for (InclusionList::Inclusion& inclusion : list.inclusions) {
    if (is_given(inclusion.from)) inclusion.from.clear();
  }
  std::erase_if(list.found_files, [&](const InclusionList::FoundFile& file) { return is_given(file.path); });
  return std::move(list);
}

std::string encode_known_inclusions(const std::vector<KnownInclusions>& lists) {
  return canonical_text(json_of(KnownLists{lists}));
}

std::vector<KnownInclusions> decode_known_inclusions(std::string_view text) {
  Result<KnownLists> known = decode_json<KnownLists>(text, "the included files that clc found");
  return known ? std::move(known->lists) : std::vector<KnownInclusions>();
}

}  // namespace clc::layer
