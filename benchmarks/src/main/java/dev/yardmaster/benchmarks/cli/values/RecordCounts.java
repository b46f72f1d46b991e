package dev.yardmaster.benchmarks.cli.values;

/** Parses a comma-separated list of log lengths without duplicates. */
public final class RecordCounts extends DistinctList.Parser<Integer> {
  RecordCounts() {
    super(new WholeNumber.Records());
  }
}
