package dev.yardmaster.engine.protocol.ranges;

/**
 * The state that all workers of a protocol with lists of writers share, in addition to the lists
 * themselves.
 */
record ListedTransactions(CommitClock clock, RunningScans scans, Writers writers) {

  ListedTransactions(int workers, CommitClock clock) {
    this(clock, new RunningScans(workers, clock), new Writers(workers));
  }
}
