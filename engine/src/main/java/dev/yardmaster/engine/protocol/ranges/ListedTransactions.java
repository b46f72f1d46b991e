package dev.yardmaster.engine.protocol.ranges;

/** What the workers of a protocol with lists of writers share, besides the lists. */
record ListedTransactions(CommitClock clock, RunningScans scans, Writers writers) {

  ListedTransactions(int workers, CommitClock clock) {
    this(clock, new RunningScans(workers, clock), new Writers(workers));
  }
}
