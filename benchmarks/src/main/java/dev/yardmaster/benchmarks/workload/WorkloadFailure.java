package dev.yardmaster.benchmarks.workload;

import dev.yardmaster.server.cli.CommandFailure;

/** The exception that ends a run; the message is one line for the user. */
public final class WorkloadFailure extends CommandFailure {

  private static final long serialVersionUID = 1L;

  /** Creates a failure without a cause. */
  public WorkloadFailure(String message) {
    super(message);
  }

  /** Creates a failure caused by another exception. */
  public WorkloadFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
