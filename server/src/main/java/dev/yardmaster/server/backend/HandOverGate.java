package dev.yardmaster.server.backend;

import dev.yardmaster.annotations.Shared;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * The calls of a leader. While the leader hands over the leadership, the gate is closed. A call
 * enters before it checks whether the gate is closed. The thread that hands over closes the gate
 * before it looks at the number of calls. So it sees every call that was admitted. This class is
 * thread-safe.
 */
final class HandOverGate {

  /** The number of hand-overs that have begun and not ended. */
  @Shared(
      writers = "the thread that drains the server, threads of transfers",
      readers = "event loops",
      access = "atomic")
  private final AtomicInteger handOvers = new AtomicInteger();

  /** The number of calls that have entered and not ended. */
  @Shared(
      writers = "event loops, threads that complete outcomes",
      readers = "the thread that drains the server, threads of transfers",
      access = "atomic")
  private final AtomicInteger calls = new AtomicInteger();

  /** Closes the gate for the time of a hand-over. Each hand-over closes the gate once. */
  void close() {
    handOvers.incrementAndGet();
  }

  /** Ends a hand-over. The gate opens when all hand-overs have ended. */
  void open() {
    handOvers.decrementAndGet();
  }

  /** Returns whether the leader admits calls. */
  boolean isOpen() {
    return handOvers.get() == 0;
  }

  /** Returns whether all calls that were admitted have ended. */
  boolean isEmpty() {
    return calls.get() == 0;
  }

  /**
   * Makes a call. The call has entered until its stage completes.
   *
   * @param call makes the call; returns null if this server does not lead
   * @return the stage of the call; null if the gate is closed, or this server does not lead
   */
  <T> CompletionStage<T> call(Supplier<CompletionStage<T>> call) {
    calls.incrementAndGet();
    CompletionStage<T> outcome = null;
    try {
      outcome = isOpen() ? call.get() : null;
    } finally {
      if (outcome == null) {
        calls.decrementAndGet();
      }
    }
    if (outcome != null) {
      var unused = outcome.whenComplete((value, error) -> calls.decrementAndGet());
    }
    return outcome;
  }
}
