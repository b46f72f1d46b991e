package dev.yardmaster.jdbc;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.jdbc.counting.WaitTotals;
import java.util.concurrent.atomic.LongAdder;

/** The counters of {@link SchedulerFigures}. This class is thread-safe. */
@Shared(
    writers = "lanes, threads that submit, the thread of the deadlines, the closing thread",
    readers = "threads that call figures()",
    access = "LongAdder")
final class SchedulerCounters {
  final LongAdder committed = new LongAdder();
  final LongAdder aborted = new LongAdder();
  final LongAdder exhausted = new LongAdder();
  final LongAdder ambiguous = new LongAdder();
  final LongAdder failed = new LongAdder();
  final LongAdder notStarted = new LongAdder();
  final WaitTotals waits = new WaitTotals();
  final LongAdder joined = new LongAdder();
  final LongAdder releasedEarly = new LongAdder();
}
