package dev.yardmaster.engine.protocol;

import java.util.List;

/**
 * States whether a transaction can combine a protocol with other protocols, and in which phases
 * transactions wait under the protocol (CormCC, section 4.2).
 *
 * <p>A protocol in a mix must be strict, and must order conflicting transactions in the order of
 * their commits. Then a mix of such protocols is serializable. A mix is free of deadlocks if no
 * cycle of waits includes two protocols; {@code Mixed} checks this with the list of waits.
 *
 * @param obstacle the reason why the protocol cannot be mixed; null if it can be mixed
 * @param waits the waits of the protocol; empty if its transactions never wait
 * @param locksHeader whether the protocol's locks are in the records' headers. Such a protocol must
 *     be the last protocol of a mix. On an abort, the last protocol is the first to restore the
 *     header, while the other protocols still protect the record
 */
public record Mixing(String obstacle, List<Wait> waits, boolean locksHeader) {

  /** The phases in which a transaction can wait, in the order of time. */
  public enum Phase {
    /** Before the logic, in {@link ConcurrencyControl#begin}. */
    PREPROCESS,
    /** While the logic runs. */
    EXECUTION,
    /** In {@link ConcurrencyControl#lock}. No transaction waits after this phase. */
    LOCK
  }

  /**
   * A kind of wait: a transaction waits for another transaction. If a transaction restarts
   * repeatedly until a running transaction has ended, this also counts as a wait. Such a wait could
   * be part of a cycle: the running transaction may wait for a third transaction, which must give
   * way to the restarting transaction. Then none of the three would ever end.
   *
   * @param waiter the phase in which the waiting transaction is
   * @param holder the phase in which the other transaction acquired the lock or other resource that
   *     it holds
   */
  public record Wait(Phase waiter, Phase holder) {}

  /** Copies the list. */
  public Mixing {
    waits = List.copyOf(waits);
  }

  /** Returns the properties of a protocol that cannot be part of a mix. */
  public static Mixing impossible(String obstacle) {
    return new Mixing(obstacle, List.of(), false);
  }

  /** Returns whether transactions can wait in {@link Phase#PREPROCESS}, before the logic runs. */
  public boolean waitsEarly() {
    return waits.stream().anyMatch(wait -> wait.waiter() == Phase.PREPROCESS);
  }

  /** Returns these properties with {@code locksHeader} set. */
  public Mixing lockingHeaders() {
    return new Mixing(obstacle, waits, true);
  }

  /** Returns the properties of a protocol that can be part of a mix. */
  public static Mixing possible(Wait... waits) {
    return new Mixing(null, List.of(waits), false);
  }
}
