"""Rules for kernels that clc compiles: an action for each source and target, and one that links what they made."""

ClcPackageInfo = provider(
    doc = "A package of kernels.",
    fields = {"package": "the .clcpack file"},
)

ClcCompilerInfo = provider(
    doc = "An installed clc.",
    fields = {"program": "the command", "files": "a depset of what it needs at run time"},
)

# Bazel keeps what actions made; a cache of clc's own would be something that they do not declare. Drivers such as PoCL call the
# system's linker, and ptxas is looked for on PATH.
_ENVIRONMENT = {"CLC_CACHE": "0", "PATH": "/usr/local/bin:/usr/bin:/bin"}

def _clc_compiler_impl(ctx):
    return [ClcCompilerInfo(program = ctx.file.program, files = depset([ctx.file.program], transitive = [depset(ctx.files.files)]))]

clc_compiler = rule(
    doc = "An installed clc, for the attribute `compiler` of the other rules.",
    implementation = _clc_compiler_impl,
    attrs = {
        "program": attr.label(allow_single_file = True, mandatory = True, cfg = "exec"),
        "files": attr.label_list(allow_files = True, cfg = "exec"),
    },
)

_COMPILER = {
    "compiler": attr.label(
        default = "@clc_installed//:compiler",
        providers = [ClcCompilerInfo],
        cfg = "exec",
        doc = "the clc_compiler",
    ),
}

def _plain(text):
    return "".join([c if c.isalnum() or c in "._-+" else "_" for c in text.elems()])

def _run(ctx, mnemonic, arguments, inputs, output, message):
    compiler = ctx.attr.compiler[ClcCompilerInfo]
    ctx.actions.run(
        mnemonic = mnemonic,
        executable = compiler.program,
        arguments = arguments,
        inputs = depset(inputs, transitive = [compiler.files]),
        outputs = [output] if type(output) == "File" else output,
        env = _ENVIRONMENT,
        progress_message = message,
    )

def _link(ctx, parts, output):
    arguments = ctx.actions.args()
    arguments.add_all(["link", "-q"])
    arguments.add_all(parts)
    arguments.add("-o", output)
    _run(ctx, "ClcLink", [arguments], parts, output, "Linking %s" % output.short_path)

def _package_of(output):
    return [DefaultInfo(files = depset([output])), ClcPackageInfo(package = output)]

def _clc_kernels_impl(ctx):
    parts = []
    for source in ctx.files.srcs:
        module = source.basename[:-len(source.extension) - 1]
        for target in ctx.attr.targets:
            part = ctx.actions.declare_file("%s.parts/%s-%s.clcpack" % (ctx.label.name, module, _plain(target)))
            arguments = ctx.actions.args()
            arguments.add("compile")
            arguments.add(source)
            arguments.add("-t", target)
            arguments.add_all(["-q", "-j", "1"])
            for folder in ctx.attr.includes:
                arguments.add("-I" + "/".join([word for word in [ctx.label.workspace_root, ctx.label.package, folder] if word]))
            arguments.add_all(ctx.attr.defines, format_each = "-D%s")
            arguments.add_all(ctx.attr.copts)
            arguments.add("-o", part)
            message = "Compiling %s for %s" % (module, target)
            _run(ctx, "ClcCompile", [arguments], [source] + ctx.files.hdrs, part, message)
            parts.append(part)
    output = ctx.actions.declare_file(ctx.label.name + ".clcpack")
    _link(ctx, parts, output)
    return _package_of(output)

clc_kernels = rule(
    doc = "Compiles each source for each target, into the package NAME.clcpack.",
    implementation = _clc_kernels_impl,
    attrs = dict(_COMPILER, **{
        "srcs": attr.label_list(allow_files = [".cl", ".clcpp"], mandatory = True, doc = "each becomes a module"),
        "hdrs": attr.label_list(allow_files = True, doc = "all files that the sources include; others are not found"),
        "targets": attr.string_list(mandatory = True, allow_empty = False, doc = "as for clc compile -t"),
        "includes": attr.string_list(doc = "include folders, below the folder of the rule"),
        "defines": attr.string_list(doc = "NAME or NAME=VALUE"),
        "copts": attr.string_list(doc = "other options of clc compile"),
    }),
)

def _clc_package_impl(ctx):
    output = ctx.actions.declare_file(ctx.label.name + ".clcpack")
    _link(ctx, [dep[ClcPackageInfo].package for dep in ctx.attr.deps], output)
    return _package_of(output)

clc_package = rule(
    doc = "Links several packages into one.",
    implementation = _clc_package_impl,
    attrs = dict(_COMPILER, deps = attr.label_list(mandatory = True, providers = [ClcPackageInfo])),
)

def _clc_embedded_sources_impl(ctx):
    package = ctx.attr.package[ClcPackageInfo].package
    outputs = [ctx.actions.declare_file("%s/%s_package.%s" % (ctx.label.name, ctx.attr.namespace, suffix)) for suffix in ["cpp", "h", "bin"]]
    embed = ctx.actions.args()
    embed.add_all(["embed", "-q", package, "--namespace", ctx.attr.namespace, "-o", outputs[0]])
    _run(ctx, "ClcEmbed", [embed], [package], outputs, "Embedding %s" % package.short_path)
    header = ctx.actions.declare_file("%s/%s_kernels.h" % (ctx.label.name, ctx.attr.namespace))
    launchers = ctx.actions.args()
    launchers.add_all(["header", package, "--namespace", ctx.attr.namespace, "-o", header])
    _run(ctx, "ClcHeader", [launchers], [package], header, "Making launchers for %s" % package.short_path)
    return [DefaultInfo(files = depset(outputs[:1])), OutputGroupInfo(headers = depset([outputs[1], header]))]

_clc_embedded_sources = rule(
    implementation = _clc_embedded_sources_impl,
    attrs = dict(_COMPILER, **{
        "package": attr.label(mandatory = True, providers = [ClcPackageInfo]),
        "namespace": attr.string(mandatory = True),
    }),
)

def clc_cc_library(name, package, namespace = None, **kwargs):
    """A library that holds a package as data, with launchers for its kernels: NAMESPACE_package.h and NAMESPACE_kernels.h."""
    namespace = namespace or name
    sources = name + "_sources"
    _clc_embedded_sources(name = sources, package = package, namespace = namespace)
    native.filegroup(name = name + "_headers", srcs = [sources], output_group = "headers")
    native.cc_library(
        name = name,
        srcs = [sources],
        hdrs = [name + "_headers"],
        includes = [sources],  # the folder of what was made
        # The package is in the source itself, so that the compiler reads no file that it was not given.
        local_defines = ["CLC_EMBED_ARRAY"],
        deps = ["@clc_installed//:runtime"],
        **kwargs
    )
