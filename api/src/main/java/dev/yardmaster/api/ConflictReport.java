package dev.yardmaster.api;

import java.util.Objects;

/**
 * The conflict that aborted a transaction.
 *
 * @param key the key that another transaction wrote; this transaction had read the key, or had
 *     scanned a range that contains it
 * @param cause the stage that found the conflict
 * @param versionRead the version that the transaction read; 0 if the key had no value
 * @param versionFound the newer committed version; 0 if the other transaction is in the same batch
 *     and has no version yet
 * @param otherTransaction the id of the transaction that wrote the key, or {@link
 *     #UNKNOWN_TRANSACTION}
 */
public record ConflictReport(
    Key key, AbortCause cause, long versionRead, long versionFound, long otherTransaction) {

  /** The id that stands for an unknown transaction. */
  public static final long UNKNOWN_TRANSACTION = 0;

  /** Checks that key and cause are not null. */
  public ConflictReport {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(cause, "cause");
  }

  @Override
  public String toString() {
    return cause
        + " on "
        + key
        + ": read version "
        + versionRead
        + (versionFound == 0 ? ", written in the same batch" : ", found version " + versionFound)
        + (otherTransaction == UNKNOWN_TRANSACTION ? "" : " by transaction " + otherTransaction);
  }
}
