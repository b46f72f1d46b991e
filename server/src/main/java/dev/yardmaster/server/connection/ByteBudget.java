package dev.yardmaster.server.connection;

import dev.yardmaster.annotations.Shared;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A maximum of bytes that are held at the same time. A budget may be a part of another one: a
 * connection's budget is a part of its client's, which is a part of the server's. Any thread may
 * call the methods.
 */
final class ByteBudget {

  private final long limit;

  @Shared(
      writers = "the event loop of a connection, when its client has identified itself",
      readers = "event loops; threads of the service",
      access = "volatile; set once more after the constructor")
  private volatile ByteBudget whole;

  @Shared(
      writers = "event loops; threads of the service",
      readers = "the same; the admin thread",
      access = "atomic counter; a thread that raises it above the limit lowers it again")
  private final AtomicLong held = new AtomicLong();

  /**
   * Creates a budget of which nothing is used.
   *
   * @param whole the budget that this one is a part of; null if there is none
   */
  ByteBudget(long limit, ByteBudget whole) {
    this.limit = limit;
    this.whole = whole;
  }

  /** Adds bytes to the budget and the budgets that it is a part of; false if one has no room. */
  boolean charge(long bytes) {
    if (held.addAndGet(bytes) > limit) {
      held.addAndGet(-bytes);
      return false;
    }
    ByteBudget next = whole;
    if (next != null && !next.charge(bytes)) {
      held.addAndGet(-bytes);
      return false;
    }
    return true;
  }

  /** Removes bytes that were charged before. */
  void release(long bytes) {
    held.addAndGet(-bytes);
    ByteBudget next = whole;
    if (next != null) {
      next.release(bytes);
    }
  }

  /**
   * Makes this budget a part of another one, with all bytes that are charged. The two have the same
   * whole, and no other thread charges this budget at the same time.
   *
   * @return false if the other budget has no room; nothing is changed then
   */
  boolean joins(ByteBudget other) {
    long bytes = held.get();
    if (!other.charge(bytes)) {
      return false;
    }
    ByteBudget before = whole;
    whole = other;
    before.release(bytes);
    return true;
  }

  /** Returns the bytes that are charged. */
  long held() {
    return held.get();
  }
}
