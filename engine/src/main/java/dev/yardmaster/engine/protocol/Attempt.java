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
   *     of different workers. They rise with the time of arrival or, if the protocol uses
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
   * Sets whether the transaction's logic declares that it only reads, and the isolation that it
   * declares.
   */
  public void reads(boolean isReadOnly, Isolation itsIsolation) {
    readOnly = isReadOnly;
    isolation = itsIsolation;
  }

  /**
   * Returns whether the reads need not be validated: the transaction only reads, and has the
   * isolation {@link Isolation#READ_COMMITTED}. A protocol may validate the reads nevertheless.
   */
  public boolean readsCommitted() {
    return isolation == Isolation.READ_COMMITTED;
  }

  /**
   * Returns whether it suffices that all reads are of one moment: the transaction only reads, and
   * needs at most the isolation {@link Isolation#SNAPSHOT}.
   */
  public boolean readsSnapshot() {
    return isolation.compareTo(Isolation.SNAPSHOT) <= 0;
  }

  /** Sets whether the transaction may be suspended after the current step. */
  public void maySuspend(boolean itMay) {
    maySuspend = itMay;
  }

  /**
   * Returns whether the transaction may be suspended after the current step. If it may, it must
   * lock every record that it accesses, because a record without a lock can be removed while the
   * transaction is suspended.
   */
  public boolean maySuspend() {
    return maySuspend;
  }

  /** Sets the keys of which it is known that the transaction will access them. */
  public void keys(DeclaredKeys itsKeys) {
    keys = itsKeys;
  }

  /** Returns the keys of which it is known that the transaction will access them. */
  public DeclaredKeys keys() {
    return keys;
  }

  /** Returns whether the logic of the transaction declares that it only reads. */
  public boolean isReadOnly() {
    return readOnly;
  }

  /** Sets the group of transactions to which the logic declares that the transaction belongs. */
  public void group(TransactionGroup itsGroup) {
    group = itsGroup;
  }

  /** Returns the group of transactions to which the logic declares that the transaction belongs. */
  public TransactionGroup group() {
    return group;
  }
}
