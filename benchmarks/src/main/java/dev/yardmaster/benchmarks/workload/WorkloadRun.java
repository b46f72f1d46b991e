package dev.yardmaster.benchmarks.workload;

import dev.yardmaster.api.TransactionService;
import java.util.Optional;

/** One run of a workload on one service, with what its invariant needs to remember. */
public interface WorkloadRun {

  /** The stream of one client, counted from 0; each is used by one thread at a time. */
  ClientStream client(int index);

  /**
   * Reads the data back and checks the workload's invariant. Called by one thread, after every
   * client has accounted its last outcome and while nothing else runs on the service; again on what
   * another service has recovered of the same data.
   *
   * @return what is wrong, in one line; empty if the invariant holds
   */
  Optional<String> brokenInvariant(TransactionService service) throws InterruptedException;
}
