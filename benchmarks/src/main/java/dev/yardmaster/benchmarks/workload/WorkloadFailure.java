package dev.yardmaster.benchmarks.workload;

import dev.yardmaster.server.cli.CommandFailure;

/** Ends a run; the message is one line for the user. */
public final class WorkloadFailure extends CommandFailure {

  private static final long serialVersionUID = 1L;

  /** Makes a failure without a cause worth showing. */
  public WorkloadFailure(String message) {
    super(message);
  }

  /** Makes a failure caused by another exception. */
  public WorkloadFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
