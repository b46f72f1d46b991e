package dev.yardmaster.benchmarks.workload;

import dev.yardmaster.api.TransactionService;
import java.util.Optional;

/** One run of a workload on one service, with the state that its invariant needs. */
public interface WorkloadRun {

  /** Returns the stream of one client, counted from 0. Each stream is for one thread at a time. */
  ClientStream client(int index);

  /**
   * Reads the data back and checks the workload's invariant. Called by one thread, after every
   * client has recorded its last outcome and while the service is idle; called again on another
   * service that has recovered the same data.
   *
   * @return what is wrong, in one line; empty if the invariant holds
   */
  Optional<String> brokenInvariant(TransactionService service) throws InterruptedException;
}
