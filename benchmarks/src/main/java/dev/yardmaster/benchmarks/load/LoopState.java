package dev.yardmaster.benchmarks.load;

import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.util.concurrent.atomic.AtomicReference;

/** The state that the coordinating thread and the clients of a closed loop share. */
final class LoopState {

  /** The current phase. The coordinator writes it, and so does a client that fails. */
  private volatile LoopPhase phase = LoopPhase.WARM_UP;

  /** The first failure of any client. */
  private final AtomicReference<WorkloadFailure> failure = new AtomicReference<>();

  LoopPhase phase() {
    return phase;
  }

  void enter(LoopPhase next) {
    if (phase != LoopPhase.ABANDONED) {
      phase = next;
    }
  }

  void fail(WorkloadFailure cause) {
    failure.compareAndSet(null, cause);
    phase = LoopPhase.ABANDONED;
  }

  void throwIfFailed() {
    WorkloadFailure first = failure.get();
    if (first != null) {
      throw first;
    }
  }
}
