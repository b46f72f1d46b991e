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
   * Returns the age, or 0 if the protocol does not use ages. An older transaction has a lower age:
   * it arrived earlier or, if the protocol uses deadlines, has an earlier deadline. Two
   * transactions that run at the same time have different ages. A transaction keeps its age when it
   * restarts.
   */
  public long age() {
    return age;
  }

  /** Returns the number of restarts. */
  public int restarts() {
    return restarts;
  }

  /** Sets whether the logic of the transaction only reads, and its isolation, as it declares. */
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
   * Returns whether the reads need only be of one moment: the transaction only reads, and needs at
   * most the isolation {@link Isolation#SNAPSHOT}.
   */
  public boolean readsSnapshot() {
    return isolation.compareTo(Isolation.SNAPSHOT) <= 0;
  }

  /** Sets whether the transaction may be suspended after the current step. */
  public void maySuspend(boolean itMay) {
    maySuspend = itMay;
  }

  /**
   * Returns whether the transaction may be suspended after the current step. Then the transaction
   * must lock every record that it accesses, because a record without a lock can be removed.
   */
  public boolean maySuspend() {
    return maySuspend;
  }

  /** Sets the keys that the transaction will access, as far as they are known. */
  public void keys(DeclaredKeys itsKeys) {
    keys = itsKeys;
  }

  /** Returns the keys that the transaction will access, as far as they are known. */
  public DeclaredKeys keys() {
    return keys;
  }

  /** Returns whether the logic of the transaction declares that it only reads. */
  public boolean isReadOnly() {
    return readOnly;
  }

  /** Sets the group that the logic of the transaction declares. */
  public void group(TransactionGroup itsGroup) {
    group = itsGroup;
  }

  /** Returns the group that the logic of the transaction declares. */
  public TransactionGroup group() {
    return group;
  }
}
