package dev.yardmaster.jdbc.figures;

import org.jspecify.annotations.Nullable;

/**
 * A database or a scheduler, whose transactions wait for their turn. Implementations are
 * thread-safe.
 */
public interface WaitSource {

  /** Sets the observer of later waits; null for none. */
  void observeWaits(@Nullable WaitObserver observer);
}
