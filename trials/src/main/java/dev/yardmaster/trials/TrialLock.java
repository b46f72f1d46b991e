package dev.yardmaster.trials;

import dev.yardmaster.annotations.Shared;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The lock that allows only one trial at a time in a system. If two settings were tried at the same
 * time, the number of commits would not show the effect of either of them. Any thread may call any
 * method.
 */
public final class TrialLock {

  @Shared(
      writers =
          "the tuner and processors, or a scheduler's tuner; each writer stores only a"
              + " reference to itself",
      readers = "the same threads",
      access = "compare-and-set; read opaquely, since a missed change costs only a later trial")
  private final AtomicReference<Object> holder = new AtomicReference<>();

  /** Creates a free lock. */
  public TrialLock() {}

  /** Acquires the lock. Returns false if another holder has the lock. */
  public boolean take(Object asker) {
    return holder.getOpaque() == asker || holder.compareAndSet(null, asker);
  }

  /** Releases the lock if the caller holds it. */
  public void end(Object asker) {
    holder.compareAndSet(asker, null);
  }

  /** Returns whether any holder has the lock. */
  public boolean isTaken() {
    return holder.getOpaque() != null;
  }

  /** Returns whether another holder has the lock. */
  public boolean isTakenFrom(Object asker) {
    Object now = holder.getOpaque();
    return now != null && now != asker;
  }
}
