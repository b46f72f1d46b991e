package dev.yardmaster.api.logic;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.YardmasterException;

/** Turns what a transaction's logic threw into the transaction's outcome. */
public final class Failures {

  private Failures() {}

  /**
   * The outcome of a transaction whose logic threw, on values that were current.
   *
   * @param logic what threw, for the error's details
   */
  public static <R> Outcome<R> outcome(
      Throwable thrown, String logic, int restarts, ConflictReport lastConflict) {
    if (thrown instanceof UserAbort abort) {
      return aborted(abort.getMessage(), restarts, lastConflict);
    }
    if (thrown instanceof RemoteFailure remote) {
      return new Outcome.Rejected<>(remote.error());
    }
    if (thrown instanceof YardmasterException error
        && error.code().category() == ErrorCode.Category.INVALID) {
      return new Outcome.Rejected<>(error);
    }
    return new Outcome.Rejected<>(
        new YardmasterException(
            ErrorCode.LOGIC_FAILED,
            "the transaction's logic threw",
            thrown,
            "logic",
            logic,
            "thrown",
            describe(thrown)));
  }

  /**
   * The outcome of a transaction whose logic was a lambda, which has no name: the error calls it by
   * the class of what it threw.
   */
  public static <R> Outcome<R> ofLambda(
      Throwable thrown, int restarts, ConflictReport lastConflict) {
    return outcome(thrown, thrown.getClass().getName(), restarts, lastConflict);
  }

  /** The outcome of a transaction whose logic decided to abort. */
  public static <R> Outcome<R> aborted(String reason, int restarts, ConflictReport lastConflict) {
    return new Outcome.Aborted<>(AbortCause.USER, reason, restarts, lastConflict);
  }

  /** The exception's class and message; its own methods may throw in turn. */
  private static String describe(Throwable thrown) {
    String name = thrown.getClass().getName();
    try {
      return name + ": " + thrown.getMessage();
    } catch (Throwable broken) {
      return name;
    }
  }
}
