"""Runs Penumbra and the peers on the same workloads, and writes down what came out.

Called by `run`, which builds what is needed. What is compared takes turns, round by round, so that
whatever else the machine does meets both; a ratio is the median of the rounds' ratios, and stands
with the smallest and the largest of them.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PEERS = os.path.join(HERE, "peers")
sys.path.insert(0, PEERS)

import numpy as np  # noqa: E402
from PIL import Image  # noqa: E402

import plot  # noqa: E402
import results as files  # noqa: E402
import truth  # noqa: E402
import workloads  # noqa: E402

Image.MAX_IMAGE_PIXELS = None
PENUMBRA = os.path.join(HERE, "..", ".build", "release", "penumbra")
LIMITS = os.path.join(HERE, ".build", "release", "limits")

# Cells that a peer draws in the whole-process race, so that no run takes minutes.
RASTER = {"skia": 400, "opencv": 100, "pillow": 100, "pyvips": 60}
PROCESS = {"skia": 400, "opencv": 60, "pillow": 60, "pyvips": 60, "chromium": 60, "librsvg": 60,
           "resvg": 60, "imagemagick": 10}


def run(command):
    """Wall seconds and peak memory in bytes of a command; raises with its words if it fails."""
    done = subprocess.run([sys.executable, "-I", "-S", os.path.join(HERE, "launch.py")] + command,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True)
    answer = json.loads(done.stdout)
    if answer["code"] != 0:
        raise RuntimeError("%s: %s" % (command[:3], done.stderr.decode()[-400:]))
    return answer["seconds"], answer["bytes"]


def peer(name, *arguments):
    return [sys.executable, os.path.join(PEERS, "peer_%s.py" % name), *map(str, arguments)]


def answer(command):
    return [json.loads(line) for line in
            subprocess.run(command, check=True, stdout=subprocess.PIPE)
            .stdout.decode().splitlines() if line.startswith("{")]


def median(values):
    return statistics.median(values)


def compared(slow, fast):
    """How many times `fast` goes into `slow`: the rounds' median, smallest and largest."""
    ratios = [a / b for a, b in zip(slow, fast)]
    return {"ratio": median(ratios), "ratio_low": min(ratios), "ratio_high": max(ratios)}


def shown(figure, digits=1):
    """A ratio with its spread, such as `12.3x (11.9 to 12.8)`."""
    return "%.*fx (%.*f to %.*f)" % (digits, figure["ratio"], digits, figure["ratio_low"],
                                     digits, figure["ratio_high"])


# Minutes of a whole run on two quiet cores, and of a quick one.
MINUTES, QUICK_MINUTES = 15, 5


class Run:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.start, self.done = time.perf_counter(), 0
        self.rounds = 3 if options.quick else 7
        self.missing = {}
        self.results = {"machine": machine(), "raster": [], "process": [], "error": [],
                        "limits": [], "blur": [], "penumbra": []}

    def steps(self, everyone=False):
        """How many times `say` is called."""
        process, raster = (len(table if everyone else self.wanted(table))
                           for table in (PROCESS, RASTER))
        return len(workloads.NAMES) * (2 + 2 * process + raster) + 3

    def estimate(self):
        share = self.steps() / self.steps(everyone=True)
        minutes = (QUICK_MINUTES if self.options.quick else MINUTES) * share
        print("about %d minutes on two quiet cores; results are written at the end"
              % max(1, round(minutes)), file=sys.stderr, flush=True)

    def say(self, words):
        """Tells what is measured next, and about how long the rest will take."""
        left = self.steps() - self.done
        seconds = time.perf_counter() - self.start
        rest = ", about %d min left" % round(seconds / self.done * left / 60) if self.done > 5 else ""
        self.done += 1
        print("%d of %d%s: %s" % (self.done, max(self.done, self.steps()), rest, words),
              file=sys.stderr, flush=True)

    def scene(self, name, count):
        path = os.path.join(self.folder, "%s-%d.json" % (name, count))
        if not os.path.exists(path):
            workloads.write_scene(workloads.scene(name, count), path)
        return path

    def bench(self, stage, name, count, threads, *more):
        """The best of a few repeats in one process, in seconds."""
        command = [PENUMBRA, "bench", stage, self.scene(name, count), "--threads", str(threads),
                   "--repeat", "5", "--json", *more]
        line = answer(command)[-1]
        self.isa = line["isa"]
        return min(line["seconds"])

    def cells(self, table, name):
        return max(4, table[name] // 4) if self.options.quick else table[name]

    def raster(self):
        for name in self.wanted(RASTER):
            for workload in workloads.NAMES:
                count = self.cells(RASTER, name)
                self.say("raster %s %s, %d cells" % (name, workload, count))
                theirs, ours = [], []
                try:
                    for _ in range(self.rounds if name == "skia" else 3):
                        seconds = answer(peer(name, "raster", workload, count, 2))[0]["seconds"]
                        theirs.append(min(seconds))
                        ours.append(self.bench("raster", workload, count, 1))
                except (RuntimeError, subprocess.CalledProcessError, OSError) as error:
                    self.missing[name] = str(error)
                    break
                self.results["raster"].append(
                    {"peer": name, "workload": workload, "cells": count, "peer_seconds": theirs,
                     "penumbra_seconds": ours, "isa": self.isa, **compared(theirs, ours)})

    def process(self):
        for name in self.wanted(PROCESS):
            for workload in workloads.NAMES:
                count = self.cells(PROCESS, name)
                self.say("process %s %s, %d cells" % (name, workload, count))
                out = os.path.join(self.folder, "peer.png")
                target = os.path.join(self.folder, "own.png")
                scene = self.scene(workload, count)
                theirs, ours = [], []
                try:
                    for _ in range(3):
                        theirs.append(run(peer(name, "png", workload, count, out)))
                        ours.append(min(run([PENUMBRA, "render", scene, "-o", target, "--quiet"])
                                        for _ in range(3)))
                except (RuntimeError, OSError) as error:
                    self.missing[name] = str(error)
                    break
                self.results["process"].append(
                    {"peer": name, "workload": workload, "cells": count,
                     "peer_seconds": [t[0] for t in theirs],
                     "peer_bytes": max(t[1] for t in theirs),
                     "penumbra_seconds": [t[0] for t in ours],
                     "penumbra_bytes": max(t[1] for t in ours),
                     **compared([t[0] for t in theirs], [t[0] for t in ours])})

    def errors(self):
        for name in ["penumbra"] + self.wanted(PROCESS):
            for workload in workloads.NAMES:
                worst = 0.0
                for index, probe in enumerate(workloads.probes(workload)):
                    out = os.path.join(self.folder, "probe.png")
                    try:
                        if name == "penumbra":
                            scene = os.path.join(self.folder, "probe.json")
                            workloads.write_scene(probe.scene(), scene)
                            run([PENUMBRA, "render", scene, "-o", out, "--quiet"])
                        else:
                            run(peer(name, "probe", workload, index, out))
                    except (RuntimeError, OSError) as error:
                        self.missing[name] = str(error)
                        break
                    picture = np.asarray(Image.open(out).convert("RGB"))[:, :, 0]
                    worst = max(worst, truth.largest_error(picture, probe))
                else:
                    self.results["error"].append(
                        {"renderer": name, "workload": workload, "largest": worst})
                    self.say("error %s %s %.2f/255" % (name, workload, worst))

    def blur(self):
        """The general blur of a random mask of 1024 x 1024 bytes, against OpenCV's on 8 bits."""
        self.say("blur")
        import cv2
        cv2.setNumThreads(1)
        mask = np.random.default_rng(1).integers(0, 256, (1024, 1024), dtype=np.uint8)
        for sigma in (2, 10, 30, 60):
            theirs, ours = [], []
            for _ in range(self.rounds):
                times = []
                for _ in range(3):
                    start = time.perf_counter()
                    cv2.GaussianBlur(mask, (0, 0), sigma)
                    times.append(time.perf_counter() - start)
                theirs.append(min(times))
                line = answer([PENUMBRA, "bench", "blur", "--size", "1024", "--sigma", str(sigma),
                               "--threads", "1", "--repeat", "15", "--json"])[-1]
                ours.append(min(line["seconds"]))
            self.results["blur"].append(
                {"sigma": sigma, "peer_seconds": theirs, "penumbra_seconds": ours,
                 "isa": line["isa"], **compared(theirs, ours)})

    def own(self):
        """Penumbra against itself and against the encoder alone."""
        count = 100 if self.options.quick else 400
        out = os.path.join(self.folder, "encode.png[compression=3,filter=up]")
        for workload in workloads.NAMES:
            self.say("penumbra %s" % workload)
            one, two, encode, render = [], [], [], []
            for _ in range(self.rounds):
                one.append(self.bench("raster", workload, count, 1))
                two.append(self.bench("raster", workload, count, 2))
                encode.append(self.bench("encode", workload, count, 2, "-o", out))
                render.append(self.bench("render", workload, count, 2, "-o", out))
            self.results["penumbra"].append(
                {"workload": workload, "cells": count, "isa": self.isa, "one_thread": one,
                 "two_threads": two, "encode": encode, "render": render,
                 "threads": compared(one, two), "render_over_encode": compared(render, encode)})
        self.say("many distinct shadows")
        count = 2500 if self.options.quick else 10_000
        self.results["many"] = []
        for size in ("small", "large"):
            identical, distinct = [], []
            for _ in range(self.rounds):
                identical.append(self.bench("raster", size + "-identical", count, 1))
                distinct.append(self.bench("raster", size + "-distinct", count, 1))
            self.results["many"].append(
                {"size": size, "cells": count, "identical": identical, "distinct": distinct,
                 **compared(distinct, identical)})

    def limits(self):
        self.say("limits")
        self.results["limits"] = answer([LIMITS])

    def wanted(self, table):
        only = self.options.only.split(",") if self.options.only else table
        return [name for name in table if name in only and name not in self.missing]


def machine():
    model = "unknown"
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            model = next((line.split(":")[1].strip() for line in file if "model name" in line), model)
    except OSError:
        pass
    return {"processor": model, "architecture": platform.machine(),
            "cores": len(os.sched_getaffinity(0)), "load_at_start": os.getloadavg()[0]}


def rate(values):
    return "%.1f" % (median(values) / 1e9)


def table(results):
    lines = ["| against | workload | cells | raster, one thread | whole process to PNG | "
             "peak memory, peer / Penumbra |", "|---|---|---|---|---|---|"]
    rasters = {(r["peer"], r["workload"]): r for r in results["raster"]}
    processes = {(r["peer"], r["workload"]): r for r in results["process"]}
    for key in dict.fromkeys(list(rasters) + list(processes)):
        raster, process = rasters.get(key), processes.get(key)
        lines.append("| %s | %s | %s | %s | %s | %s |" % (
            key[0], key[1], "/".join(dict.fromkeys(
                str(r["cells"]) for r in (raster, process) if r)),
            shown(raster) if raster else "",
            shown(process) if process else "",
            "%d / %d MB" % (process["peer_bytes"] / 1e6, process["penumbra_bytes"] / 1e6)
            if process else ""))
    lines += ["", "Largest error of a shadow, in 1/255, the rounding to 8 bits (0.5) included:", "",
              "| renderer | " + " | ".join(workloads.NAMES) + " |",
              "|---|" + "---|" * len(workloads.NAMES)]
    for name in dict.fromkeys(r["renderer"] for r in results["error"]):
        row = {r["workload"]: r["largest"] for r in results["error"] if r["renderer"] == name}
        lines.append("| %s | %s |" % (name, " | ".join(
            "%.2f" % row[w] if w in row else "" for w in workloads.NAMES)))
    lines += ["", "General blur of a 1024 x 1024 8-bit mask, one core:", "",
              "| sigma | Penumbra, Mpx/s | OpenCV, Mpx/s | ratio |", "|---|---|---|---|"]
    for r in results["blur"]:
        lines.append("| %d | %.0f | %.0f | %s |" % (
            r["sigma"], 1.048576 / median(r["penumbra_seconds"]),
            1.048576 / median(r["peer_seconds"]), shown(r)))
    lines += ["", "| workload | raster, Mpx/s | two threads against one | render over encode |",
              "|---|---|---|---|"]
    for r in results["penumbra"]:
        width, height = workloads.canvas(r["workload"], r["cells"])
        lines.append("| %s | %.0f | %s | %s |" % (
            r["workload"], width * height / 1e6 / median(r["one_thread"]), shown(r["threads"], 2),
            shown(r["render_over_encode"], 2)))
    for r in results["many"]:
        lines += ["", "%d distinct shadows against %d identical ones, %s cells, raster time: %s." % (
            r["cells"], r["cells"], r["size"], shown(r, 2))]
    limits = {(r["what"], r["where"], r["isa"]): r["values"] for r in results["limits"]}
    copy = limits.get(("memcpy", "L2", None))
    if copy:
        lines += ["", "| limit | |", "|---|---|"]
        for what, place in (("memset", "L2"), ("memcpy", "L2"), ("memset", "memory"),
                            ("memcpy", "memory")):
            lines.append("| %s in %s | %s GB/s |" % (
                what, place, rate(limits[(what, place, None)])))
        for (what, place, isa), values in limits.items():
            if what == "src-over":
                share = compared([4 * value for value in values], copy)
                lines.append("| src-over in L2, %s | %s Gpx/s, %.2f (%.2f to %.2f) of memcpy |" % (
                    isa, rate(values), share["ratio"], share["ratio_low"], share["ratio_high"]))
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--install", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--only", help="peers, separated by commas")
    parser.add_argument("--results", default=os.path.join(HERE, "results"))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        job = Run(options, folder)
        job.estimate()
        for part in (job.limits, job.blur, job.errors, job.own, job.raster, job.process):
            part()
    job.results["missing"] = job.missing
    text = table(job.results)
    files.write(options.results, {
        "results.json": json.dumps(job.results, indent=1) + "\n", "table.md": text,
        "ratios.svg": plot.ratios(job.results)})
    print(text)
    for name, words in job.missing.items():
        print("left out: %s (%s)" % (name, words), file=sys.stderr)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("interrupted: the results are those of the run before")
