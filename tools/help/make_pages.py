#!/usr/bin/env python3
"""Makes manual pages and shell completions from the --help of the programs, so that they cannot disagree with it.

usage: make_pages.py --clc PROGRAM [--clrun PROGRAM] --version TEXT --date DATE --output DIR
Writes man/NAME.1, completions/bash/NAME, completions/zsh/_NAME, completions/fish/NAME.fish below DIR.
"""
import argparse
import json
import os
import re
import subprocess

TEXT_COLUMN = 30  # where the helps begin to explain
SUMMARIES = {"clc": "compiles OpenCL C ahead of time", "clrun": "runs the algorithm set of clc from a package"}
SEE_ALSO = {"clc": "clrun", "clrun": "clc"}
FILES = {
    "clc": [("PACKAGE/manifest.clc.json", "what is in a package folder; the binaries lie beside it"),
            ("PACKAGE.addons/", "packages for more devices, which programs that load PACKAGE take too"),
            ("~/.cache/clc", "the binary cache, see `clc cache where`"),
            ("../libexec/clc/", "seen from the program: clc-worker and clc-driver, which compile"),
            ("../share/clc/builtins/", "seen from the program: the builtin libraries of OpenCL C")],
    "clrun": [("../share/clc/algorithms", "seen from the program: the package for calls without --package"),
              ("~/.cache/clc", "what drivers finished, see `clc cache where`")],
}


class Option:
    """A line of a help: `-t,--target TARGET ...   what to compile for`."""

    def __init__(self, spec, text):
        spec = re.sub(r" (Excludes|Needs):.*| \(required\)", "", spec)
        self.spec = spec if spec.startswith("-") else spec.replace(" TEXT", "")
        self.text = text
        words = spec.split(" ", 1)
        joined = re.match(r"(-[DIUW])[A-Z]+|(-x)cl", words[0])  # -DNAME
        self.names = [joined.group(1) or joined.group(2)] if joined else re.sub(r"(?<==)[A-Z].*|[\[{].*", "", words[0]).split(",")
        self.takes_value = len(words) > 1
        choices = re.search(r" ([a-z]+(?:\|[a-z]+)+)(:|$)", spec)
        self.choices = choices.group(1).split("|") if choices else []

    def shown(self):
        return re.sub(r" \.\.\.$", "", self.spec.replace(" REQUIRED", ""))


class Help:
    """One program's or command's help: `lead` is its text, `options` its arguments and options, `words` its commands,
    `environment` the variables that it reads, `exit_codes` the text about these, `rest` everything after the text that
    is no list, `nested` the helps of its commands."""

    def __init__(self, program, *command):
        output = subprocess.run([program, *command, "--help"], check=True, stdout=subprocess.PIPE, text=True).stdout
        self.command = " ".join(command)
        self.usage = re.search(r"(?im)^usage: (.*)$", output).group(1)
        self.lead, self.options, self.words, self.rest, self.environment = [], [], [], [], []
        lead, after = output.split("\n" + re.search(r"(?im)^usage: .*$", output).group(0) + "\n")
        self.lead = lead.split("\n")
        codes = re.search(r"(?i)\n(exit codes: .*(?:\n {4,}.*)*)", after)
        self.exit_codes = codes.group(1) if codes else ""
        title = ""
        for line in after.replace(self.exit_codes, "").splitlines():
            if not command and re.fullmatch(r"[A-Z][A-Za-z ]+:", line) and line != "Environment:":
                title = ""  # of commands
            elif re.fullmatch(r"(Options|Compiling|Work on recordings|Make it smaller|Positionals|Subcommands|Environment|Build options .*):", line):
                title = line[:-1]
            elif re.match(r" +\S", line) and (title or re.match(r"  \w+  ", line)):
                self._take(title, line)
            else:
                title = ""
                self.rest.append(line)
        headless = [line for line in self.rest if not command and re.fullmatch(r"\S.*:", line)]
        assert not headless, f"titles without text: {headless}"
        self.nested = [Help(program, *command, word) for word, _ in self.words if word not in ("help", "version")]

    def _take(self, title, line):
        """Reads a line of a list of options, arguments or commands."""
        word = re.fullmatch(r"  (\S+) +(.*)", line)
        if title == "Environment":
            self.environment.append(re.fullmatch(r"  (.*?)  +(.*)|  (\S+) (.*)", line).group(1, 2))
        elif title in ("", "Subcommands"):
            self.words.append(word.groups())
        elif line.startswith(" " * TEXT_COLUMN):  # the explanation of a long option
            self.options[-1].text = line.strip()
        elif line[TEXT_COLUMN - 1:TEXT_COLUMN] == " ":
            self.options.append(Option(line[:TEXT_COLUMN].strip(), line[TEXT_COLUMN:].strip()))
        else:
            self.options.append(Option(line.strip(), ""))

    def variables(self):
        """Those that it and its commands read, with their explanations."""
        found = dict(self.environment)
        for command in self.nested:
            found = {**command.variables(), **found}
        return found

    def flags(self):
        """Its own options and those of its commands, each once."""
        found = {option.spec: option for option in self.options if option.spec.startswith("-")}
        for command in self.nested:
            found.update({option.spec: option for option in command.flags() if option.spec not in found})
        return list(found.values())


class Program:
    def __init__(self, name, path):
        self.name = name
        self.help = Help(path)
        self.commands = self.help.nested


def roff(text):
    return re.sub(r"(?m)^([.'])", r"\\&\1", text.replace("\\", "\\e").replace("-", "\\-"))


def roff_options(options):
    return "".join(f".TP\n.B {roff(option.shown())}\n{roff(option.text)}\n" for option in options)


def roff_rest(lines):
    text = "\n".join(lines).strip("\n")
    return f".PP\n.nf\n{roff(text)}\n.fi\n" if text else ""


def man_page(program, version, date):
    name = program.name
    text = f'.TH {name.upper()} 1 "{date}" "{version}" "User commands"\n.SH NAME\n{name} \\- {SUMMARIES[name]}\n'
    text += f".SH SYNOPSIS\n.B {name}\n.I COMMAND\n\\&…\n.SH DESCRIPTION\n" + roff("\n".join(program.help.lead)) + "\n"
    text += roff_options(program.help.options) + roff_rest(program.help.rest) + ".SH COMMANDS\n"
    for command in [each for command in program.commands for each in (command, *command.nested)]:
        text += f".SS {roff(re.sub(' ?.OPTIONS.', '', command.usage))}\n{roff(' '.join(command.lead))}\n"
        text += roff_options(command.options) + roff_rest(command.rest)
    text += ".SH EXIT STATUS\n" + roff_exit_codes(program.help.exit_codes)
    text += ".SH ENVIRONMENT\n" + roff_terms(program.help.variables().items())
    text += ".SH FILES\n" + roff_terms(FILES[name])
    return text + f".SH SEE ALSO\n.BR {SEE_ALSO[name]} (1)\n"


def roff_terms(terms):
    return "".join(f".TP\n.B {roff(term)}\n{roff(text)}\n" for term, text in terms)


def roff_exit_codes(text):
    """ "exit codes: 0 done, 1 a kernel did not compile, …" as a list."""
    words = re.sub(r"\s+", " ", text.split(":", 1)[1]).strip(" .")
    codes = re.findall(r"(\d) (.*?)(?:, (?=\d )|$)", words)
    assert codes and codes[0][0] == "0", f"no exit codes in {text!r}"
    return roff_terms(codes)


def value_words(option, targets):
    if option.choices:
        return option.choices
    return targets if "--target" in option.names else []


def package_names(command, option):
    """What the value of an option names in the package that the line holds: "targets", "kernels", or nothing."""
    if not command.usage.startswith("clc ") or not re.search(r" \[?(PACKAGE|BEFORE)", command.usage):
        return ""
    return {"--target": "targets", "--kernel": "kernels"}.get(option.names[-1], "")


BASH = """# Completion of {name} for bash. Generated from `{name} --help`.
# The targets or kernels of the first package on the line.
_{name}_names() {{
  local word
  for word in "${{COMP_WORDS[@]:2}}"; do
    [[ $word != -* && -e $word ]] && {{ {name} inspect "$word" --names "$1" 2>/dev/null; return; }}
  done
}}
_{name}() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD - 1]}} words=""
  # Targets hold colons, at which bash splits words.
  declare -F _get_comp_words_by_ref >/dev/null && _get_comp_words_by_ref -n : cur prev
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    words="{words}"
  else
    case ${{COMP_WORDS[1]}}:$prev in
{values}    esac
    if [[ -z $words && $cur == -* ]]; then
      case ${{COMP_WORDS[1]}} in
{options}      esac
    elif ((COMP_CWORD == 2)); then
      case ${{COMP_WORDS[1]}} in
{nested}        *) ;;
      esac
    fi
  fi
  [[ -n $words ]] || return 0  # files
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
  declare -F __ltrim_colon_completions >/dev/null && __ltrim_colon_completions "$cur"
  return 0
}}
complete -o default -F _{name} {name}
"""


def bash(program, targets):
    values = options = nested = ""
    for command in program.commands:
        if command.words:
            nested += f'        {command.command}) words="{" ".join(word for word, _ in command.words)}" ;;\n'
        names = [name for option in command.flags() for name in option.names]
        options += f'        {command.command}) words="{" ".join(names)}" ;;\n'
        for option in command.flags():
            words = " ".join(value_words(option, targets))
            if names := package_names(command, option):
                words = f"$(_{program.name}_names {names})"
            if words:
                patterns = "|".join(f"{command.command}:{name}" for name in option.names)
                values += f'      {patterns}) words="{words}" ;;\n'
    nested += f'        help) words="{" ".join(command.command for command in program.commands)}" ;;\n'
    words = [command.command for command in program.commands] + ["help", "version", "--help", "--version"]
    return BASH.format(name=program.name, words=" ".join(words), values=values, options=options, nested=nested)


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def zsh_option(command, option, name, targets):
    """An argument for _arguments: -t[what to compile for]:value:(spirv64 …)"""
    text = re.sub(r"([\[\]:\\])", r"\\\1", option.text)
    plain = f"{name}[{text}]" if not name.endswith("=") else f"{name}-[{text}]"
    if not option.takes_value and not name.endswith("="):
        return quoted("*" + plain)
    words = value_words(option, targets)
    action = "(" + " ".join(word.replace(":", "\\:") for word in words) + ")" if words else "_files"
    if names := package_names(command, option):
        action = f"{{compadd -- ${{(f)\"$(_clc_names {names})\"}}}}"
    return quoted(f"*{plain}:value:{action}")


ZSH_NAMES = """# The targets or kernels of the first package on the line.
_clc_names() {
  local word
  for word in ${words[2,-1]}; do
    [[ $word != -* && -e $word ]] && { clc inspect $word --names $1 2>/dev/null; return; }
  done
}
"""
FISH_NAMES = """# The targets or kernels of the first package on the line.
function __clc_names
  for word in (commandline -opc)[3..-1]
    if not string match -q -- '-*' $word; and test -e $word
      clc inspect $word --names $argv[1] 2>/dev/null
      return
    end
  end
end
"""


def zsh(program, targets):
    name = program.name
    text = f"#compdef {name}\n# Generated from `{name} --help`.\n"
    if name == "clc":
        text += ZSH_NAMES
    text += "local -a commands\ncommands=(\n"
    for word, summary in program.help.words:
        text += f"  {quoted(word + ':' + summary.replace(':', ' '))}\n"
    text += ")\nif ((CURRENT == 2)); then\n  _describe command commands\n  return\nfi\n"
    text += "local command=$words[2]\nshift words\n((CURRENT -= 1))\ncase $command in\n"
    for command in program.commands:
        items = [zsh_option(command, option, option_name, targets) for option in command.flags() for option_name in option.names]
        if command.words:
            items.append(quoted(f"1:command:({' '.join(word for word, _ in command.words)})"))
        text += f"  {command.command})\n    _arguments -s " + " \\\n      ".join(items + ["'*:file:_files'"]) + " ;;\n"
    return text + "esac\n"


def fish(program, targets):
    name = program.name
    text = f"# Completion of {name} for fish. Generated from `{name} --help`.\n" + (FISH_NAMES if name == "clc" else "")
    for word, summary in program.help.words:
        text += f"complete -c {name} -n __fish_use_subcommand -f -a {word} -d {fish_quoted(summary)}\n"
    for command in program.commands:
        condition = f"-n '__fish_seen_subcommand_from {command.command}'"
        for word, summary in command.words:
            text += f"complete -c {name} {condition} -f -a {word} -d {fish_quoted(summary)}\n"
        for option in command.flags():
            names = " ".join(fish_name(option_name) for option_name in option.names)
            value = " -r" if option.takes_value else ""
            words = value_words(option, targets)
            if in_package := package_names(command, option):
                words = [f"(__clc_names {in_package})"]
            value += f" -f -a '{' '.join(words)}'" if words else ""
            text += f"complete -c {name} {condition} {names}{value} -d {fish_quoted(option.text)}\n"
    return text


def fish_quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def fish_name(name):
    """A name as fish's complete takes it, which knows -x, --long and -old."""
    if name.startswith("--"):
        return "-l " + name[2:]
    return ("-s " if len(name) == 2 else "-o ") + name[1:].rstrip("=")


def target_names(clc):
    """The names of all families, with every architecture that clc knows by itself, and SPIR-V with its tuning."""
    families = json.loads(subprocess.run([clc, "targets", "--format", "json"], check=True, capture_output=True).stdout)
    names = []
    for family in families["families"]:
        names += [f"{family['name']}:{arch}" for arch in family["archs"]] or [family["name"] + ":"]
    return names + [name + ",tune=intel-cpu" for name in names if name.startswith("spirv")]


def write(folder, name, text):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    parser.add_argument("--clrun")
    parser.add_argument("--version", required=True)
    parser.add_argument("--date", required=True, help="of the version, as in 2026-11-22")
    parser.add_argument("--output", required=True)
    options = parser.parse_args()
    targets = target_names(options.clc)
    programs = [Program("clc", options.clc)] + ([Program("clrun", options.clrun)] if options.clrun else [])
    for program in programs:
        write(os.path.join(options.output, "man"), f"{program.name}.1", man_page(program, options.version, options.date))
        completions = os.path.join(options.output, "completions")
        write(os.path.join(completions, "bash"), program.name, bash(program, targets))
        write(os.path.join(completions, "zsh"), "_" + program.name, zsh(program, targets))
        write(os.path.join(completions, "fish"), program.name + ".fish", fish(program, targets))


if __name__ == "__main__":
    main()
