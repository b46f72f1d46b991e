package dev.yardmaster.service;

import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.BufferedTransaction;
import dev.yardmaster.api.logic.DeclaredKeys;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.api.outcome.KeptOutcome;

/**
 * What one run of a transaction's logic came to. The back end adds the keys that the run reads and
 * writes. Reused; used by one thread at a time.
 */
public abstract class RunState implements DeclaredKeys {

  private final int maxBytes;
  private int rounds;
  private Object result;
  private Throwable failure;

  /** A run of a transaction within these limits. */
  protected RunState(TransactionLimits limits) {
    maxBytes = limits.maxBytes();
  }

  /** Whether it may read a key or a scan that has not been read yet. */
  public abstract boolean hasUnread();

  /** Forgets the buffered writes. */
  protected abstract void discardWrites();

  /** Length of all buffered values together, in bytes. */
  protected abstract long writtenBytes();

  /** Writes the outcome of a transaction with an id, which counts as none of the logic's writes. */
  protected abstract void writeOutcome(Key key, byte[] record);

  /** Forgets what the last run came to. */
  protected final void forget() {
    rounds = 0;
    result = null;
    failure = null;
  }

  /** Takes over what another run came to. */
  protected final void takeOver(RunState other) {
    rounds = other.rounds;
    result = other.result;
    failure = other.failure;
  }

  /** The first round of declarations is over. */
  protected void endFirstRound() {
    rounds = 1;
  }

  /** Another round is over; how many those are. */
  final int endRound() {
    return ++rounds;
  }

  /** What the logic returned. */
  public final Object result() {
    return result;
  }

  /** The logic's result is this, in place of what it returned. */
  public final void result(Object instead) {
    result = instead;
  }

  /** What the logic threw or decided; null if it returned. */
  public final Throwable failure() {
    return failure;
  }

  /** The run fails with this, and writes nothing. */
  public final void fail(Throwable thrown) {
    failure = thrown;
    discardWrites();
  }

  /** Forgets what the run failed with. */
  protected final void forgetFailure() {
    failure = null;
  }

  /** Takes what the logic came to that ran on a handle of this run. */
  public final void ended(BufferedTransaction transaction) {
    result = transaction.result();
    Throwable thrown = transaction.failure();
    if (thrown == null) {
      checkSize();
    } else {
      fail(thrown);
    }
  }

  /** Fails if the values that it writes are too long together. */
  public final void checkSize() {
    if (writtenBytes() > maxBytes) {
      fail(
          new YardmasterException(
              ErrorCode.TRANSACTION_TOO_LARGE,
              "the values that a transaction writes have at most " + maxBytes + " bytes together",
              "bytes",
              writtenBytes()));
    }
  }

  /**
   * Ends a run that has found no outcome under its transaction's id: writes what the logic came to,
   * or makes the run fail because that cannot be kept.
   *
   * @param transactionId the number that conflict reports name the transaction by
   */
  public final void keep(KeptOutcome kept, long transactionId) {
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

  /**
   * The outcome of the run, which has committed or has failed on reads that are current.
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
