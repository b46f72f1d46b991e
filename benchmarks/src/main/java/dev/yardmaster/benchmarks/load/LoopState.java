package dev.yardmaster.benchmarks.load;

import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.util.concurrent.atomic.AtomicReference;

/** What the coordinating thread and the clients of a closed loop share. */
final class LoopState {

  /** Written by the coordinator, and by a client that fails. */
  private volatile Phase phase = Phase.WARM_UP;

  /** The first failure of any client. */
  private final AtomicReference<WorkloadFailure> failure = new AtomicReference<>();

  Phase phase() {
    return phase;
  }

  void enter(Phase next) {
    if (phase != Phase.ABANDONED) {
      phase = next;
    }
  }

  void fail(WorkloadFailure cause) {
    failure.compareAndSet(null, cause);
    phase = Phase.ABANDONED;
  }

  void throwIfFailed() {
    WorkloadFailure first = failure.get();
    if (first != null) {
      throw first;
    }
  }
}
