package dev.yardmaster.jdbc;

import java.util.concurrent.atomic.LongAdder;

/** What became of transactions so far; see {@link SchedulerFigures}. Any thread. */
final class SchedulerCounters {
  final LongAdder committed = new LongAdder();
  final LongAdder aborted = new LongAdder();
  final LongAdder exhausted = new LongAdder();
  final LongAdder ambiguous = new LongAdder();
  final LongAdder failed = new LongAdder();
  final LongAdder notStarted = new LongAdder();
}
