package dev.yardmaster.engine.protocol;

import java.util.List;

/**
 * Whether a transaction can use a protocol together with other protocols, and where transactions
 * wait under the protocol (CormCC, section 4.2).
 *
 * <p>A protocol of a mix must be strict, and must order conflicting transactions by their commits.
 * Then a mix of such protocols is serializable. A mix is free of deadlocks if no circle of waits
 * leads through two protocols, which {@code Mixed} checks by the waits.
 *
 * @param obstacle the reason why the protocol cannot be mixed; null if it can
 * @param waits the waits of the protocol; empty if its transactions never wait
 * @param locksHeader whether the protocol's locks are in the records' headers. Such a protocol must
 *     be the last of a mix, so that it undoes its locks first, while the other protocols still
 *     protect the record
 */
public record Mixing(String obstacle, List<Wait> waits, boolean locksHeader) {

  /** A phase of a transaction, in the order of time. */
  public enum Phase {
    /** Before the logic, in {@link ConcurrencyControl#begin}. */
    PREPROCESS,
    /** While the logic runs. */
    EXECUTION,
    /** In {@link ConcurrencyControl#lock}. No transaction waits after this phase. */
    LOCK
  }

  /**
   * A wait of a transaction for another one. A transaction that restarts until a running
   * transaction has ended waits, too: if the running one waits for a transaction that must give way
   * to the first one, all three can run for ever.
   *
   * @param waiter the phase of the transaction that waits
   * @param holder the phase in which the other transaction has acquired what it is waited for
   */
  public record Wait(Phase waiter, Phase holder) {}

  /** Copies the list. */
  public Mixing {
    waits = List.copyOf(waits);
  }

  /** Returns the properties of a protocol that cannot be mixed. */
  public static Mixing impossible(String obstacle) {
    return new Mixing(obstacle, List.of(), false);
  }

  /** Returns whether transactions wait before the logic runs, so that they must begin early. */
  public boolean waitsEarly() {
    return waits.stream().anyMatch(wait -> wait.waiter() == Phase.PREPROCESS);
  }

  /** Returns the same properties of a protocol whose locks are in the headers. */
  public Mixing lockingHeaders() {
    return new Mixing(obstacle, waits, true);
  }

  /** Returns the properties of a protocol that can be mixed. */
  public static Mixing possible(Wait... waits) {
    return new Mixing(null, List.of(waits), false);
  }
}
