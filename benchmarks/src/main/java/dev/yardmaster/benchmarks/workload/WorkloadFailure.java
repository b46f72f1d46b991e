package dev.yardmaster.benchmarks.workload;

import dev.yardmaster.server.cli.CommandFailure;

/** A run that cannot go on; the message is one line for the user. */
public final class WorkloadFailure extends CommandFailure {

  private static final long serialVersionUID = 1L;

  /** A failure without a cause worth showing. */
  public WorkloadFailure(String message) {
    super(message);
  }

  /** A failure that another exception stands behind. */
  public WorkloadFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
