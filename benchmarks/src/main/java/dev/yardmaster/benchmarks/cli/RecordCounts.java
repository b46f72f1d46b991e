package dev.yardmaster.benchmarks.cli;

/** Takes a comma list of lengths of logs that differ. */
final class RecordCounts extends DistinctList.Parser<Integer> {
  RecordCounts() {
    super(new WholeNumber.Records());
  }
}
