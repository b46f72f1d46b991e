package dev.yardmaster.server.connection;

import dev.yardmaster.annotations.Shared;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The maximum number of bytes that may be held at the same time. A budget may be a part of another
 * budget: the budget of a connection is a part of the budget of its client, which is a part of the
 * budget of the server. Any thread may call the methods.
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
   * Creates an empty budget.
   *
   * @param whole the budget of which this budget is a part; null if there is none
   */
  ByteBudget(long limit, ByteBudget whole) {
    this.limit = limit;
    this.whole = whole;
  }

  /**
   * Adds bytes to the budget and to all budgets of which it is a part. Returns false, and adds
   * nothing, if one of these budgets has no room.
   */
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
   * Makes this budget, with all its charged bytes, a part of another budget. Before the call, both
   * budgets must be parts of the same budget. No other thread may charge this budget at the same
   * time.
   *
   * @return false if the other budget has no room; the budgets are then unchanged
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
