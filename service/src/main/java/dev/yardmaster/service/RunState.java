package dev.yardmaster.service;

import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.BufferedTransaction;
import dev.yardmaster.api.logic.DeclaredKeys;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.api.logic.RemoteFailure;
import dev.yardmaster.api.outcome.KeptOutcome;

/**
 * The result of one run of a transaction's logic. Each back end has a subclass. The subclass also
 * stores the keys that the run reads and writes. An object is reused for further runs. Only one
 * thread at a time uses it.
 */
public abstract class RunState implements DeclaredKeys {

  private final int maxBytes;
  private final DataLimit data;
  private int rounds;
  private Object result;
  private Throwable failure;

  /** Creates the state of a run that has the given limits. */
  protected RunState(TransactionLimits limits) {
    maxBytes = limits.maxBytes();
    data = limits.data();
  }

  /** Returns whether the run has declared a key or a scan that was not read yet. */
  public abstract boolean hasUnread();

  /** Discards the buffered writes. */
  protected abstract void discardWrites();

  /** Returns the total length of all buffered values, in bytes. */
  protected abstract long writtenBytes();

  /**
   * Writes the outcome of a transaction with an id, under the id's key. This write does not count
   * as one of the logic's writes.
   */
  protected abstract void writeOutcome(Key key, byte[] record);

  /** Clears the result of the previous run. */
  protected final void forget() {
    rounds = 0;
    result = null;
    failure = null;
  }

  /** Copies the result of another run. */
  protected final void takeOver(RunState other) {
    rounds = other.rounds;
    result = other.result;
    failure = other.failure;
  }

  /** Ends the first round of declaring keys. */
  protected void endFirstRound() {
    rounds = 1;
  }

  /**
   * Ends a round of declaring keys, other than the first round. Returns the number of rounds so
   * far.
   */
  final int endRound() {
    return ++rounds;
  }

  /** Returns the result that the logic returned. */
  public final Object result() {
    return result;
  }

  /** Replaces the logic's result. */
  public final void result(Object instead) {
    result = instead;
  }

  /**
   * Returns the reason why the run must not commit: an exception that the logic threw, or the
   * logic's abort. Returns null if the logic returned a result.
   */
  public final Throwable failure() {
    return failure;
  }

  /** Marks the run as failed with an exception. A failed run writes nothing. */
  public final void fail(Throwable thrown) {
    failure = thrown;
    discardWrites();
  }

  /** Clears the failure. */
  protected final void forgetFailure() {
    failure = null;
  }

  /** Copies the result of a run of the logic on the given transaction object. */
  public final void ended(BufferedTransaction transaction) {
    result = transaction.result();
    Throwable thrown = transaction.failure();
    if (thrown == null) {
      checkSize();
    } else {
      fail(thrown);
    }
  }

  /**
   * Fails the run if the total length of its written values exceeds the limit, or if the service's
   * memory limit leaves no room for the values.
   */
  public final void checkSize() {
    if (writtenBytes() > maxBytes) {
      fail(
          new YardmasterException(
              ErrorCode.TRANSACTION_TOO_LARGE,
              "the values that a transaction writes have at most " + maxBytes + " bytes together",
              "bytes",
              writtenBytes()));
      return;
    }
    YardmasterException full = data.refusal(writtenBytes());
    if (full != null) {
      fail(full);
    }
  }

  /**
   * Completes a run of a transaction that has an id and has found no outcome under this id. Writes
   * the logic's outcome, or fails the run if the outcome cannot be kept. Two failures are not kept:
   * there was no room for the values, or the result could not be encoded. After such a failure, the
   * transaction can be submitted again under its id.
   *
   * @param transactionId the transaction's number in conflict reports
   */
  public final void keep(KeptOutcome kept, long transactionId) {
    if (mayBeTriedAgain(failure)) {
      return;
    }
    byte[] record;
    try {
      record =
          failure == null
              ? kept.recordOf(result, transactionId)
              : kept.recordOfFailure(failure, transactionId);
    } catch (YardmasterException notKept) {
      fail(notKept);
      return;
    }
    writeOutcome(kept.key(), record);
  }

  private static boolean mayBeTriedAgain(Throwable failure) {
    Throwable error = failure instanceof RemoteFailure remote ? remote.error() : failure;
    return error instanceof YardmasterException known
        && (known.code() == ErrorCode.MEMORY_FULL || known.code() == ErrorCode.RESULT_NOT_KEPT);
  }

  /**
   * Returns the outcome of a run that has committed, or that has failed although its reads were
   * current.
   *
   * @param logic the procedure's name, or {@link dev.yardmaster.api.logic.ProcedureName#LAMBDA}
   */
  public final Outcome<Object> outcome(
      String logic,
      long transactionId,
      long commitVersion,
      int restarts,
      ConflictReport lastConflict) {
    return failure == null
        ? new Outcome.Committed<>(result, transactionId, commitVersion, restarts, lastConflict)
        : Failures.outcome(failure, logic, restarts, lastConflict);
  }
}
