package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.DeclaredKeys;

/** The current attempt of a transaction. The object is reused, and one worker owns it. */
public final class Attempt {

  private long age;
  private int restarts;
  private boolean readOnly;
  private Isolation isolation = Isolation.SERIALIZABLE;
  private boolean maySuspend;
  private DeclaredKeys keys = into -> {};
  private TransactionGroup group = TransactionGroup.NONE;

  /** Creates an attempt without a transaction. */
  public Attempt() {}

  /**
   * Begins the first attempt of a transaction.
   *
   * @param firstAge the age of the transaction, 0 or more. Ages are unique among the transactions
   *     of different workers. Ages rise with the time of arrival or, if the protocol uses
   *     deadlines, with the deadline
   */
  public void first(long firstAge) {
    age = firstAge;
    restarts = 0;
  }

  /** Begins the next attempt of the transaction, which keeps its age. */
  public void again() {
    restarts++;
  }

  /**
   * Returns the age, or 0 if the protocol does not use ages. An older transaction has a lower age.
   * A transaction is older if it arrived earlier or, if the protocol uses deadlines, has an earlier
   * deadline. Two transactions that run at the same time have different ages. A transaction keeps
   * its age when it restarts.
   */
  public long age() {
    return age;
  }

  /** Returns the number of restarts. */
  public int restarts() {
    return restarts;
  }

  /**
   * Sets whether the transaction's logic declares that it only reads, and the isolation level that
   * it declares.
   */
  public void reads(boolean isReadOnly, Isolation itsIsolation) {
    readOnly = isReadOnly;
    isolation = itsIsolation;
  }

  /**
   * Returns whether the transaction only reads and has the isolation level {@link
   * Isolation#READ_COMMITTED}. If so, the protocol need not validate the reads.
   */
  public boolean readsCommitted() {
    return isolation == Isolation.READ_COMMITTED;
  }

  /**
   * Returns whether the transaction only reads and needs at most the isolation level {@link
   * Isolation#SNAPSHOT}. If so, it suffices that all rows that the transaction reads were the
   * newest committed rows at one moment.
   */
  public boolean readsSnapshot() {
    return isolation.compareTo(Isolation.SNAPSHOT) <= 0;
  }

  /** Sets whether the transaction may be suspended after the current step. */
  public void maySuspend(boolean itMay) {
    maySuspend = itMay;
  }

  /**
   * Returns whether the transaction may be suspended after the current step. Such a transaction
   * must lock every record that it accesses, because a record without a lock can be removed while
   * the transaction is suspended.
   */
  public boolean maySuspend() {
    return maySuspend;
  }

  /** Sets the keys that the transaction has declared in advance and will access. */
  public void keys(DeclaredKeys itsKeys) {
    keys = itsKeys;
  }

  /** Returns the keys that the transaction has declared in advance and will access. */
  public DeclaredKeys keys() {
    return keys;
  }

  /** Returns whether the logic of the transaction declares that it only reads. */
  public boolean isReadOnly() {
    return readOnly;
  }

  /** Sets the transaction group that the logic declares. */
  public void group(TransactionGroup itsGroup) {
    group = itsGroup;
  }

  /** Returns the transaction group that the logic declares. */
  public TransactionGroup group() {
    return group;
  }
}
