"""Holds attempts scored on Apache Spark, and by GNU parallel, to what one process gives.

    python run.py --proofmark PROGRAM --work FOLDER [--attempts N] [--spark-python PYTHON]

Makes N attempts (1 000 000 by default) from the example's outputs, judges them in one process, on a local Spark
cluster of two workers of which one is killed in the middle, and by GNU parallel where that is installed, puts each
together with `proofmark summarize`, and compares the reports byte by byte. Prints one line a step with its time.
"""

import argparse
import filecmp
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples/larkfield"
N_QUESTIONS = 12
N_REPETITIONS = 1000


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--proofmark", required=True)
    options.add_argument("--work", required=True, type=pathlib.Path)
    options.add_argument("--attempts", type=int, default=1_000_000)
    options.add_argument("--spark-python", default=sys.executable)
    args = options.parse_args()
    work = args.work
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    attempts, plan = make_attempts(work, args.attempts)
    inputs = ["--bank", EXAMPLE / "bank.json", "--documents", EXAMPLE, "--run", plan]
    score = [args.proofmark, "score", "--stream", *inputs]

    def summarize(name: str, parts: list) -> pathlib.Path:
        report = work / f"{name}.json"
        command = [args.proofmark, "summarize", *inputs, "--report", report, *parts]
        step(f"{name}: summarize", lambda: run(command, ok=(0, 1), stdout=subprocess.DEVNULL))
        return report

    one = work / "one.jsonl"
    with attempts.open("rb") as source, one.open("wb") as sink:
        step("one process", lambda: run(score, ok=(0, 1), stdin=source, stdout=sink))
    expected = summarize("one", [one])
    one.unlink()

    out = work / "spark"
    step("spark", lambda: on_spark(args, plan, attempts, out))
    same(expected, summarize("spark", sorted(out.glob("part-*"))))
    shutil.rmtree(out)

    if shutil.which("parallel"):
        whole = work / "parallel.jsonl"
        command = ["parallel", "--pipe", "--keep-order", "--block", "16M", *map(str, score)]
        with attempts.open("rb") as source, whole.open("wb") as sink:
            # Its exit code is the number of jobs that found a failed attempt.
            step("GNU parallel", lambda: run(command, ok=range(102), stdin=source, stdout=sink))
        same(expected, summarize("parallel", [whole]))
    else:
        sys.exit("failed: GNU parallel is not installed")


def make_attempts(work: pathlib.Path, n_attempts: int) -> tuple[pathlib.Path, pathlib.Path]:
    """Attempts of many invented workflows, each with the answers that the example's systems gave."""
    given = {}
    for name in ("kestrel", "merlin"):
        lines = (EXAMPLE / f"outputs-{name}.jsonl").read_text("utf-8").splitlines()
        for one in map(json.loads, lines):
            given.setdefault((name, one["question_id"]), []).append(one)
    questions = sorted({question for _, question in given})
    assert len(questions) == N_QUESTIONS
    n_workflows = -(-n_attempts // (N_QUESTIONS * N_REPETITIONS))
    kinds = {f"w{n:04}": ("kestrel", "merlin")[n % 2] for n in range(n_workflows)}
    plan = json.loads((EXAMPLE / "run.json").read_text("utf-8"))
    of_kind = {one["id"]: one for one in plan["workflows"]}
    plan["workflows"] = [{**of_kind[kind], "id": name} for name, kind in kinds.items()]
    plan["repetitions"] = N_REPETITIONS
    plan["qualify"] = next(iter(kinds))
    (work / "plan.json").write_text(json.dumps(plan), "utf-8")
    n_written = 0
    with (work / "attempts.jsonl").open("w", encoding="utf-8") as sink:
        for name, kind in kinds.items():
            for repetition in range(1, N_REPETITIONS + 1):
                for question in questions:
                    if n_written == n_attempts:
                        break
                    choices = given[kind, question]
                    one = {**choices[repetition % len(choices)], "workflow": name, "repetition": repetition}
                    sink.write(json.dumps(one, ensure_ascii=False) + "\n")
                    n_written += 1
    return work / "attempts.jsonl", work / "plan.json"


def on_spark(args: argparse.Namespace, plan: pathlib.Path, attempts: pathlib.Path, out: pathlib.Path) -> None:
    n_partitions = max(8, args.attempts // 25_000)
    command = [
        args.spark_python, ROOT / "examples/spark/score_on_spark.py",
        args.proofmark, EXAMPLE / "bank.json", EXAMPLE, plan, attempts, out, str(n_partitions),
    ]
    environment = {
        **os.environ,
        "PYSPARK_PYTHON": args.spark_python,
        "PYSPARK_SUBMIT_ARGS": "--master local-cluster[2,1,1024] --conf spark.ui.enabled=false pyspark-shell",
    }
    with (args.work / "spark.log").open("wb") as log:
        job = subprocess.Popen([str(word) for word in command], env=environment, stdout=log, stderr=log)
        killed: list[int] = []
        threading.Thread(target=kill_one_executor, args=(job, out, killed), daemon=True).start()
        if job.wait() != 0:
            sys.exit(f"failed: the Spark job ended with {job.returncode}; see {args.work}/spark.log")
    if not killed:
        sys.exit("failed: no executor was killed in the middle; take more attempts")
    print(f"  killed executor {killed[0]} while partitions were being judged", flush=True)


def kill_one_executor(job: subprocess.Popen, out: pathlib.Path, killed: list[int]) -> None:
    """Kills one worker's JVM once the first partition is done and others are being judged."""
    while job.poll() is None and not killed:
        if any(out.rglob("part-*")):
            found = subprocess.run(
                ["pgrep", "-f", "CoarseGrainedExecutorBackend"], capture_output=True, text=True, check=False
            )
            pids = found.stdout.split()
            if pids:
                os.kill(int(pids[0]), signal.SIGKILL)
                killed.append(int(pids[0]))
        time.sleep(0.2)


def run(command: list, ok: object, **streams: object) -> None:
    done = subprocess.run([str(word) for word in command], check=False, **streams)
    if done.returncode not in ok:
        sys.exit(f"failed: {command[0]} {command[1]} ended with {done.returncode}")


def step(name: str, work) -> None:
    start = time.monotonic()
    work()
    print(f"{name}: {time.monotonic() - start:.1f} s", flush=True)


def same(expected: pathlib.Path, found: pathlib.Path) -> None:
    if not filecmp.cmp(expected, found, shallow=False):
        sys.exit(f"failed: {found.name} is not {expected.name}, byte for byte")
    print(f"ok: {found.name} is byte for byte {expected.name} ({found.stat().st_size} bytes)", flush=True)
    found.unlink()


if __name__ == "__main__":
    main()
