package dev.yardmaster.jdbc.figures;

import org.jspecify.annotations.Nullable;

/** Something whose transactions wait. Implementations are thread-safe. */
public interface WaitSource {

  /** Sets who sees the waits of transactions from now on; null for nobody. */
  void observeWaits(@Nullable WaitObserver observer);
}
