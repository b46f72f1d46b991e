package dev.yardmaster.api.logic;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.YardmasterException;

/**
 * Creates the outcomes that follow from the exceptions of a transaction's logic, and the errors
 * that a service throws to the logic.
 */
public final class Failures {

  private Failures() {}

  /**
   * Returns the outcome of a transaction whose logic threw an exception after reading only current
   * values.
   *
   * @param logic the logic's name, for the error's details. A lambda has no name; the error then
   *     names the class of the exception
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
        && (error.code().category() == ErrorCode.Category.INVALID
            || error.code() == ErrorCode.MEMORY_FULL)) {
      return new Outcome.Rejected<>(error);
    }
    return new Outcome.Rejected<>(
        new YardmasterException(
            ErrorCode.LOGIC_FAILED,
            "the transaction's logic threw",
            thrown,
            "logic",
            logic.equals(ProcedureName.LAMBDA) ? thrown.getClass().getName() : logic,
            "thrown",
            describe(thrown)));
  }

  /** Returns the outcome of a transaction whose logic aborted. */
  public static <R> Outcome<R> aborted(String reason, int restarts, ConflictReport lastConflict) {
    return new Outcome.Aborted<>(AbortCause.USER, reason, restarts, lastConflict);
  }

  /** Returns the error for logic that uses a key after its run has ended. */
  public static YardmasterException over(Key key) {
    return new YardmasterException(
        ErrorCode.TRANSACTION_OVER, "the transaction has ended", "key", key);
  }

  /** Returns the error for logic that exceeds a limit; {@code what} is a plural noun. */
  public static YardmasterException tooMany(String what, int most, int count) {
    return new YardmasterException(
        ErrorCode.TOO_MANY_KEYS, "a transaction has at most " + most + " " + what, what, count);
  }

  /** Returns the error for a procedure that declares keys in too many rounds. */
  public static YardmasterException tooManyRounds(int most, String procedure) {
    return new YardmasterException(
        ErrorCode.TOO_MANY_ROUNDS,
        "a procedure declares keys in at most " + most + " rounds",
        "procedure",
        procedure);
  }

  /** Returns the error for a kept result of a procedure that is not registered. */
  public static YardmasterException unknownResult(String procedure) {
    return new YardmasterException(
        ErrorCode.UNKNOWN_PROCEDURE,
        "a result can be returned only while its procedure is registered",
        "name",
        procedure);
  }

  /**
   * Returns the error for a thread of a service or a client that tries to wait for the same service
   * or client; {@code owner} is {@code service} or {@code client}.
   */
  public static YardmasterException wrongThread(String owner) {
    return new YardmasterException(
        ErrorCode.WRONG_THREAD,
        "a thread of the " + owner + " must not wait for the " + owner,
        "thread",
        Thread.currentThread().getName());
  }

  /**
   * Returns the exception's class and message. The method works even if the exception's {@code
   * getMessage} throws an exception.
   */
  private static String describe(Throwable thrown) {
    String name = thrown.getClass().getName();
    try {
      return name + ": " + thrown.getMessage();
    } catch (Throwable broken) {
      return name;
    }
  }
}
