#!/usr/bin/env python3
"""Writes bills of materials, as SPDX 2.3 and CycloneDX 1.6: the components of others in something that is passed on, and its files. The same
files give the same bytes; the time in them is SOURCE_DATE_EPOCH, or else the date of this version.

usage: sbom.py write --name clc|clc-runtime|clc-compiler|clc-emulator|clc-cuda --version VERSION --date YYYY-MM-DD --components FILE --root DIR --prefix DIR --into DIR FILE…
       sbom.py check --components FILE --tree DIR BILL…
  write   bills of files that were installed below the prefix. The root is DESTDIR, which all of these lie in
  check   complains about files below a folder, and components, that are not as the bills have them
"""
import argparse
import datetime
import hashlib
import json
import os
import sys
import uuid

from notices import COPYRIGHTS

# What a bill is of: all that was installed, one of Debian's packages, or a wheel; and the groups of components in it.
GROUPS = {"clc": set().union(*COPYRIGHTS.values()), "clc-opencl": COPYRIGHTS["clc"] | COPYRIGHTS["clc-runtime"] | COPYRIGHTS["clc-cuda"],
          "clc-runtime": COPYRIGHTS["clc-runtime"], "clc-compiler": COPYRIGHTS["clc"], "clc-emulator": COPYRIGHTS["clc-emulator"],
          "clc-cuda": COPYRIGHTS["clc-cuda"]}
OWN_LICENSE = "Apache-2.0 WITH LLVM-exception"


def digests_of(data):
    return {"SHA1": hashlib.sha1(data).hexdigest(), "SHA256": hashlib.sha256(data).hexdigest()}


def read(*path):
    with open(os.path.join(*path), "rb") as file:
        return file.read()


def components_of(document, name):
    return [each for each in document["components"] if GROUPS[name] & set(each["in"])]


def relation(what, kind, other):
    return {"spdxElementId": what, "relationshipType": kind, "relatedSpdxElement": other}


def spdx_package(identity, name, version, license_, purl):
    return {"SPDXID": identity, "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
            "licenseConcluded": "NOASSERTION", "licenseDeclared": license_, "copyrightText": "NOASSERTION", "externalRefs": [
                {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}]}


def spdx(name, version, time, components, files):
    whole = spdx_package("SPDXRef-clc", name, version, OWN_LICENSE, f"pkg:generic/{name}@{version}")
    together = "".join(sorted(digests["SHA1"] for digests in files.values()))
    whole |= {"filesAnalyzed": True, "packageVerificationCode": {"packageVerificationCodeValue": hashlib.sha1(together.encode()).hexdigest()}}
    others = [spdx_package("SPDXRef-of-" + each["name"], each["name"], each["version"], each["license"], each["purl"]) |
              {"copyrightText": each["copyright"], "homepage": each["homepage"]} for each in components]
    entries = [{"SPDXID": f"SPDXRef-file-{number}", "fileName": "./" + path, "licenseConcluded": "NOASSERTION", "copyrightText": "NOASSERTION",
                "checksums": [{"algorithm": algorithm, "checksumValue": value} for algorithm, value in digests.items()]}
               for number, (path, digests) in enumerate(sorted(files.items()))]
    relations = [relation("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-clc"),
                 *(relation("SPDXRef-clc", "CONTAINS", each["SPDXID"]) for each in others + entries)]
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"{name}-{version}",
            "creationInfo": {"created": time, "creators": [f"Tool: clc-{version}"]},
            "packages": [whole, *others], "files": entries, "relationships": relations}


def cyclonedx(name, version, time, components, files):
    own = f"pkg:generic/{name}@{version}"
    others = [{"type": "library", "bom-ref": each["purl"], "name": each["name"], "version": each["version"], "licenses": [{"expression": each["license"]}],
               "copyright": each["copyright"], "purl": each["purl"], "externalReferences": [{"type": "website", "url": each["homepage"]}]}
              for each in components]
    entries = [{"type": "file", "bom-ref": "file:" + path, "name": path, "hashes": [{"alg": "SHA-256", "content": digests["SHA256"]}]}
               for path, digests in sorted(files.items())]
    return {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
            "metadata": {"timestamp": time, "component": {"type": "application", "bom-ref": own, "name": name, "version": version, "purl": own,
                                                          "licenses": [{"expression": OWN_LICENSE}]}},
            "components": others + entries, "dependencies": [{"ref": own, "dependsOn": [each["bom-ref"] for each in others]}]}


def bills(name, version, date, components, files):
    """{name of a file: bytes}, of {path: digests}. Their names as documents follow from what is in them."""
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH") or datetime.datetime.fromisoformat(date + "T00:00:00+00:00").timestamp())
    time = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    made = {}
    for kind, make, field in ("spdx", spdx, "documentNamespace"), ("cdx", cyclonedx, "serialNumber"):
        document = make(name, version, time, components, files)
        document[field] = uuid.uuid5(uuid.NAMESPACE_OID, json.dumps(document)).urn
        made[f"{name}.{kind}.json"] = (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()
    return made


def write(options):
    below = options.root + options.prefix
    paths = [os.path.relpath(path, options.prefix) for path in options.files]
    files = {path: digests_of(read(below, path)) for path in paths if not os.path.islink(os.path.join(below, path))}
    components = components_of(json.loads(read(options.components)), options.name)
    os.makedirs(options.root + options.into, exist_ok=True)
    for name, data in bills(options.name, options.version, options.date, components, files).items():
        with open(os.path.join(options.root + options.into, name), "wb") as file:
            file.write(data)
            os.fchmod(file.fileno(), 0o644)  # as CMake does, whatever the umask


def held(document):
    """The components and the files of a bill of either kind, as (name, version) and {path: SHA-256}."""
    if "spdxVersion" in document:
        return ({(each["name"], each["versionInfo"]) for each in document["packages"][1:]},
                {each["fileName"][2:]: each["checksums"][1]["checksumValue"] for each in document["files"]})
    return ({(each["name"], each["version"]) for each in document["components"] if each["type"] == "library"},
            {each["name"]: each["hashes"][0]["content"] for each in document["components"] if each["type"] == "file"})


def faults_of(document, bill, components, digests):
    """What a bill says otherwise than these components and {path: SHA-256}."""
    found, files = held(document)
    wanted = {(each["name"], each["version"]) for each in components}
    faults = [f"{bill}: {each} {version} is in one of bill and components alone" for each, version in sorted(found ^ wanted)]
    faults += [f"{bill}: {path} is not there" for path in files if path not in digests]
    return faults + [f"{bill}: {path} has another content" for path, digest in files.items() if digests.get(path, digest) != digest]


def check(options):
    components = json.loads(read(options.components))
    faults = []
    for bill in options.bills:
        document = json.loads(read(bill))
        whole = ((path, os.path.join(options.tree, path)) for path in held(document)[1])
        digests = {path: digests_of(read(name))["SHA256"] for path, name in whole if os.path.isfile(name)}
        faults += faults_of(document, bill, components_of(components, os.path.basename(bill).split(".")[0]), digests)
    for fault in faults:
        print("sbom: " + fault, file=sys.stderr)
    return bool(faults)


def main():
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(required=True)
    for command, names, many in (write, ("name", "version", "date", "components", "root", "prefix", "into"), "files"), \
            (check, ("components", "tree"), "bills"):
        options = commands.add_parser(command.__name__)
        options.set_defaults(run=command)
        for name in names:
            options.add_argument("--" + name, required=True)
        options.add_argument(many, nargs="+")
    options = parser.parse_args()
    return options.run(options)


if __name__ == "__main__":
    sys.exit(main())
