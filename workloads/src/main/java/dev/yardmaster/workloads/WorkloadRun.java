package dev.yardmaster.workloads;

import dev.yardmaster.api.TransactionService;
import java.util.Optional;

/** One run of a workload on one service, with the state that its invariant needs. */
public interface WorkloadRun {

  /**
   * Returns the transactions of one client; clients are counted from 0. One thread at a time uses a
   * stream.
   */
  ClientStream client(int index);

  /**
   * Returns the number of phases. The recorded time is divided into phases of equal length. The
   * number is 1 if the transactions do not change over time.
   */
  default int phases() {
    return 1;
  }

  /**
   * Begins a phase. From now on, the streams return the transactions of this phase. Any thread may
   * call this method.
   *
   * @param phase number of the phase, counted from 0; a run begins in phase 0
   */
  default void enter(int phase) {}

  /**
   * Reads the data back and checks the workload's invariant. One thread calls this method after
   * every client has recorded its last outcome, while the service is idle. The caller may call the
   * method again with another service that has recovered the same data.
   *
   * @return one line that describes the violation; empty if the invariant holds
   */
  Optional<String> brokenInvariant(TransactionService service) throws InterruptedException;
}
