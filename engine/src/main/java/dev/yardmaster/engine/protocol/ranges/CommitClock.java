package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.protocol.Protocol;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The counter from which all transactions draw their commit timestamps (ICDE 2018, section III-C1).
 * The counter has its own cache line. Any thread may call the methods.
 */
final class CommitClock {

  private static final int AT = 16;

  @Shared(
      writers = "workers that draw a commit timestamp",
      readers = "workers that begin a scan or commit",
      access = "atomic increment; on a cache line of its own")
  private final AtomicLongArray words = new AtomicLongArray(2 * AT);

  CommitClock() {
    words.set(AT, Protocol.LOADED_VERSION);
  }

  /** Draws a new timestamp, which is higher than all timestamps that were drawn before. */
  long next() {
    return words.incrementAndGet(AT);
  }

  /** Returns the timestamp that was drawn last. */
  long now() {
    return words.get(AT);
  }
}
