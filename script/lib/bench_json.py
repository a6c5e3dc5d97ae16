"""Writes what the benchmarks measured, as JSON that can be read and compared: five digits of a number, a line for each row."""
import json


def rounded(value):
    if isinstance(value, float):
        return float(f"{value:.5g}")
    if isinstance(value, dict):
        return {key: rounded(entry) for key, entry in value.items()}
    return [rounded(entry) for entry in value] if isinstance(value, list) else value


def text_of(report):
    report = rounded(report)
    rows = report.pop("results")
    head = json.dumps(report, indent=1, ensure_ascii=False)[:-2]
    return head + ',\n "results": [\n  ' + ",\n  ".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n ]\n}\n"


def write(report, path):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text_of(report))
