package dev.yardmaster.benchmarks.cli;

/** Parses a comma-separated list of log lengths without duplicates. */
final class RecordCounts extends DistinctList.Parser<Integer> {
  RecordCounts() {
    super(new WholeNumber.Records());
  }
}
