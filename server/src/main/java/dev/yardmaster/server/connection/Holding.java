package dev.yardmaster.server.connection;

/**
 * The bytes that one request or one transaction holds of a connection's budget. Any thread may call
 * the methods. A holding that is closed takes no more bytes.
 */
final class Holding {

  private final ByteBudget budget;
  private long bytes;
  private boolean closed;

  private Holding(ByteBudget budget, long bytes) {
    this.budget = budget;
    this.bytes = bytes;
  }

  /** Returns a holding of the given bytes; null if the budget has no room. */
  static Holding of(ByteBudget budget, long bytes) {
    return budget.charge(bytes) ? new Holding(budget, bytes) : null;
  }

  /** Adds bytes. Returns false if the budget has no room, or if the holding is closed. */
  synchronized boolean add(long more) {
    if (closed || !budget.charge(more)) {
      return false;
    }
    bytes += more;
    return true;
  }

  /** Keeps the given number of bytes, and returns all other bytes to the budget. */
  synchronized void keep(long kept) {
    if (!closed && kept < bytes) {
      budget.release(bytes - kept);
      bytes = kept;
    }
  }

  /** Closes the holding, and returns its bytes, which the caller must release. */
  synchronized long detach() {
    long detached = closed ? 0 : bytes;
    closed = true;
    return detached;
  }

  /** Closes the holding, and returns its bytes to the budget. */
  void close() {
    budget.release(detach());
  }
}
