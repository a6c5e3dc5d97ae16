#include "insight/audit/audit.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>

#include "base/color.h"
#include "base/json_writer.h"
#include "base/printable.h"
#include "base/text.h"
#include "base/try.h"
#include "insight/audit/manifest_texts.h"
#include "protocol/library.h"
#include "toolchain/ask_worker.h"

namespace clc {
namespace {

// Allows a name or type of an interface, and its words: a host program has to know them, so a package may show them.
void allow(std::string_view text, MatchContext& context) {
  context.interface_texts += collapsed(text) + "\n";
  add_words(text, context.allowed);
}

void allow_interface(const Interface& interface, MatchContext& context) {
  for (const KernelInterface& kernel : interface.kernels) {
    allow(kernel.name, context);
    allow(kernel.vec_type_hint, context);
    for (const Argument& argument : kernel.arguments) {
      for (const std::string* text : {&argument.name, &argument.type, &argument.resolved_type}) allow(*text, context);
    }
  }
  for (const StructLayout& layout : interface.structs) {
    for (const char* tag : {"struct ", "union "}) allow(tag + layout.name, context);
    for (const StructMember& member : layout.members) {
      for (const std::string* text : {&member.name, &member.type}) allow(*text, context);
    }
  }
}

// Names that libraries tell to those who link them.
std::vector<LibrarySymbol> symbols_of(const Module& module) {
  std::vector<LibrarySymbol> symbols;
  for (const Variant& variant : module.variants) {
    const Result<Library> library = library_of(variant);
    if (!library) continue;
    symbols.insert(symbols.end(), library->exports.begin(), library->exports.end());
    symbols.insert(symbols.end(), library->needs.begin(), library->needs.end());
  }
  return symbols;
}

void allow_module(const Module& module, MatchContext& context) {
  allow(module.name, context);
  for (const Interface& interface : module.interfaces) allow_interface(interface, context);
  for (const LibrarySymbol& symbol : symbols_of(module)) {
    for (const std::string* text : {&symbol.name, &symbol.symbol, &symbol.type}) allow(*text, context);
  }
}

// A blob is read once, also when several variants share it.
struct Blob {
  const Variant* variant = nullptr;
  std::vector<std::string> names;
  MatchContext context;
};

std::map<std::string, Blob> blobs_of(const Manifest& manifest) {
  std::map<std::string, Blob> blobs;
  for (const Module& module : manifest.modules) {
    for (const Variant& variant : module.variants) {
      Blob& blob = blobs[variant.file];
      blob.variant = &variant;
      blob.names.push_back(module.name + " for " + variant.target);
      if (blob.context.modules.insert(module.name).second) allow_module(module, blob.context);
    }
  }
  return blobs;
}

// Debug information is for people: no kernel needs it to run.
bool is_debug_information(const EmbeddedString& text) {
  return text.kind == StringKind::k_debug && (text.where.find("section .debug_") != std::string::npos ||
                                              text.where.find("section .nv_debug") != std::string::npos ||
                                              text.where.ends_with("OpString") || text.where.ends_with("OpSource"));
}

Result<void> audit_blob(const Package& package, const Blob& blob, const SecretMatcher& matcher,
                        std::set<std::string>& printed, Audit& audit) {
  const Bytes bytes = CLC_TRY(package.read(*blob.variant));
  const std::string encoded = CLC_TRY(in_context(blob.names.front(), ask_worker(Question::k_strings, bytes)));
  const std::vector<EmbeddedString> texts = CLC_TRY(in_context(blob.names.front(), decode_embedded_strings(encoded)));
  std::vector<FoundSecret> findings;
  for (const EmbeddedString& text : texts) {
    matcher.match(text, blob.context, findings, printed);
    if (is_debug_information(text))
      findings.push_back({"debug information", text.where.substr(0, text.where.find(" + ")), text.where, ""});
  }
  for (FoundSecret& finding : without_repetitions(findings)) audit.findings.push_back({blob.names, std::move(finding)});
  return {};
}

// The macro of -D or -U in an option of the manifest, or the file of -include; null for other options.
std::optional<Secret> secret_of_option(std::string_view option) {
  constexpr std::string_view k_include = "-include";
  const auto rest_after = [&](std::string_view prefix) { return collapsed(option.substr(prefix.size())); };
  if (option.starts_with(k_include)) return Secret{SecretKind::k_file, rest_after(k_include), "", 0};
  if (!starts_with_any(option, {"-D", "-U"})) return std::nullopt;
  const std::string macro = rest_after("-D");
  return Secret{SecretKind::k_macro, macro.substr(0, macro.find_first_of("=(")), "", 0};
}

// Secrets that no source has: nobody looked for them, and nothing needs them; --strip leaves them out.
void add_secrets_of_options(const Manifest& manifest, std::vector<FoundSecret>& findings) {
  std::set<std::string, std::less<>> known;
  for (const FoundSecret& finding : findings) known.insert(finding.text);
  for (const Module& module : manifest.modules) {
    for (const Variant& variant : module.variants) {
      for (const std::string& option : variant.options) {
        const std::optional<Secret> secret = secret_of_option(option);
        if (secret && !known.contains(secret->text))
          findings.push_back({name_of(secret->kind), secret->text, "key \"options\"", ""});
      }
    }
  }
}

void note_interface(const Manifest& manifest, Audit& audit) {
  std::set<std::string> kernels, arguments, types, options, il, symbols;
  for (const Module& module : manifest.modules) {
    for (const Interface& interface : module.interfaces) {
      for (const KernelInterface& kernel : interface.kernels) {
        kernels.insert(kernel.name);
        for (const Argument& argument : kernel.arguments) {
          arguments.insert(argument.name);
          types.insert(argument.type);
        }
      }
      for (const StructLayout& layout : interface.structs) {
        types.erase(layout.name);
        types.insert(layout.name + " with its members");
      }
    }
    for (const LibrarySymbol& symbol : symbols_of(module)) symbols.insert(symbol.name + ": " + symbol.type);
    for (const Variant& variant : module.variants) {
      std::ranges::copy_if(variant.options, std::inserter(options, options.end()),
                           [](const std::string& option) { return !secret_of_option(option); });
      if (is_library(variant)) {
        il.insert("libraries: the code as LLVM IR, or as the driver keeps it");
        continue;
      }
      if (variant.format == "spirv") il.insert("SPIR-V: the code as IL");
      if (variant.format == "ptx") il.insert("PTX: the code as text");
      if (variant.format == "driver")
        il.insert("driver binaries: what the driver keeps; PoCL keeps the code as LLVM IR");
      if (variant.format != "spirv" && variant.format != "ptx") il.insert("machine code: can be disassembled");
    }
  }
  const auto note = [&](const char* what, const std::set<std::string>& texts) {
    if (!texts.empty()) audit.revealed.push_back({what, {texts.begin(), texts.end()}});
  };
  note("kernels", kernels);
  note("arguments", arguments);
  note("types of arguments", types);
  note("names for links", symbols);
  note("build options", options);
  note("formats", il);
}

std::string joined(const std::vector<std::string>& texts, std::size_t most) {
  std::string result;
  for (std::size_t i = 0; i < texts.size() && i < most; ++i) result += (i == 0 ? "" : ", ") + texts[i];
  if (texts.size() > most) result += " and " + std::to_string(texts.size() - most) + " more";
  return result;
}

std::string one_line(std::string text) {
  constexpr std::size_t k_longest = 80;
  std::ranges::replace_if(text, [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  return text.size() > k_longest ? text.substr(0, k_longest) + "…" : text;
}

}  // namespace

Result<std::set<std::string>> builtin_names() {
  const std::string reply = CLC_TRY(ask_worker(Question::k_builtin_names, ""));
  const std::vector<std::string_view> lines = lines_of(reply);
  return std::set<std::string>(lines.begin(), lines.end());
}

Result<Audit> audit_package(const Package& package, const std::vector<Secret>& secrets) {
  const Manifest& manifest = package.manifest();
  const SecretMatcher matcher(secrets);
  Audit audit;
  audit.secrets = secrets.size();
  note_interface(manifest, audit);

  MatchContext context;
  std::set<std::string> printed;
  for (const Module& module : manifest.modules) allow_module(module, context);
  const std::vector<EmbeddedString> texts = CLC_TRY(manifest_texts(manifest));
  std::vector<FoundSecret> findings;
  for (const EmbeddedString& text : texts) matcher.match(text, context, findings, printed);
  add_secrets_of_options(manifest, findings);
  for (FoundSecret& finding : without_repetitions(findings)) audit.findings.push_back({{}, std::move(finding)});

  for (const auto& [file, blob] : blobs_of(manifest)) {
    CLC_TRY(audit_blob(package, blob, matcher, printed, audit));
    audit.variants += blob.names.size();
  }
  if (!printed.empty()) audit.revealed.push_back({"strings that kernels use", {printed.begin(), printed.end()}});
  return audit;
}

std::string audit_text(const Audit& audit, bool has_color) {
  std::string text;
  for (const auto& [variants, finding] : audit.findings) {
    text += painted(Tone::k_bad, "leak:", has_color) + " " + printable(finding.what + " \"" + one_line(finding.text)) +
            "\"\n";
    text += "  in " + printable((variants.empty() ? "the manifest" : joined(variants, 3)) + ", " + finding.where);
    if (finding.count > 1) text += " (and " + std::to_string(finding.count - 1) + " more)";
    text += "\n";
    if (!finding.source.empty()) text += "  from " + printable(finding.source) + "\n";
  }
  text += "necessarily revealed:\n";
  for (const Revelation& revelation : audit.revealed) {
    constexpr std::size_t k_shown = 12;
    text += "  " + printable(revelation.what + ": " + joined(revelation.texts, k_shown)) + "\n";
  }
  const std::string leaks = audit.findings.empty() ? "nothing leaks" : count(audit.findings.size(), "leak");
  return text + painted(audit.findings.empty() ? Tone::k_good : Tone::k_bad, leaks, has_color) + ": " +
         std::to_string(audit.secrets) + " secrets looked for in " +
         (audit.searched.empty() ? "the manifest and " + std::to_string(audit.variants) + " variants"
                                 : audit.searched) +
         "\n";
}

std::string audit_json(const Audit& audit) {
  JsonWriter json(2);
  json.begin_object().key("findings").objects(audit.findings, [&](const PackageFinding& one) {
    json.put("what", one.finding.what, "text", one.finding.text).key("variants").values(one.variants);
    json.put("where", one.finding.where, "source", one.finding.source, "places", one.finding.count);
  });
  json.key("revealed").objects(audit.revealed, [&](const Revelation& revelation) {
    json.put("what", revelation.what).key("texts").values(revelation.texts);
  });
  json.put("secrets", audit.secrets, "variants", audit.variants);
  return json.end_object().text() + "\n";
}

}  // namespace clc
