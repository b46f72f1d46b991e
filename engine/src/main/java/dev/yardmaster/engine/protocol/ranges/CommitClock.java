package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.engine.protocol.Protocol;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The counter that all commit timestamps come from (ICDE 2018, section III-C1). On a cache line of
 * its own. Any thread.
 */
final class CommitClock {

  private static final int AT = 16;

  private final AtomicLongArray words = new AtomicLongArray(2 * AT);

  CommitClock() {
    words.set(AT, Protocol.LOADED_VERSION);
  }

  /** A timestamp above all that were drawn. */
  long next() {
    return words.incrementAndGet(AT);
  }

  /** The last that was drawn. */
  long now() {
    return words.get(AT);
  }
}
