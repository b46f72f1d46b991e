package dev.yardmaster.proof.torture.soak;

import java.util.concurrent.atomic.AtomicLong;

/** Whether the disks of a process have room. Any thread may call the methods. */
final class DiskSpace {

  /** The prefix of the names for which there is no room; null if there is room for all files. */
  private volatile String full;

  private final AtomicLong refusals = new AtomicLong();

  /** Refuses all writes to files whose name has a prefix. */
  void fill(String prefix) {
    full = prefix;
  }

  /** Accepts all writes. */
  void empty() {
    full = null;
  }

  /** Returns whether a write to a file must fail, and counts it. */
  boolean refuses(String name) {
    String prefix = full;
    if (prefix == null || !name.startsWith(prefix)) {
      return false;
    }
    refusals.incrementAndGet();
    return true;
  }

  /** Returns the number of refused writes. */
  long refusals() {
    return refusals.get();
  }
}
