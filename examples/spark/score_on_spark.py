"""Scores attempts on Apache Spark: every partition is piped through `proofmark score --stream`.

    spark-submit score_on_spark.py PROOFMARK BANK DOCUMENTS PLAN ATTEMPTS OUT [PARTITIONS]

ATTEMPTS is a text file (or folder, or glob) of attempts, one JSON object a line; OUT is the folder that gets one
file of verdicts a partition, `part-00000` and so on, in the order of the attempts. Put them together with

    proofmark summarize --bank BANK --documents DOCUMENTS --run PLAN OUT/part-* --report report.json

Program, bank, documents and plan have to be at the same paths on every worker. A partition whose worker dies is
judged again by Spark; a verdict depends on its line alone, so the report comes out the same.
"""

import shlex
import sys

from pyspark import SparkContext


def main() -> None:
    if len(sys.argv) not in (7, 8):
        sys.exit(__doc__)
    proofmark, bank, documents, plan, attempts, out = sys.argv[1:7]
    n_partitions = int(sys.argv[7]) if len(sys.argv) == 8 else None
    command = shlex.join(
        [proofmark, "score", "--stream", "--bank", bank, "--documents", documents, "--run", plan]
    )
    # Exit code 1 says that an attempt failed, which is a result and no fault of the job; all else is.
    command = f"sh -c {shlex.quote(command + '; code=$?; [ $code -le 1 ]')}"
    context = SparkContext(appName="proofmark")
    lines = context.textFile(attempts, n_partitions)
    lines.pipe(command, checkCode=True).saveAsTextFile(out)
    context.stop()


if __name__ == "__main__":
    main()
