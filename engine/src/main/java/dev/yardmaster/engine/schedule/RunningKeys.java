package dev.yardmaster.engine.schedule;

/**
 * The keys of the transactions that run, with how many read and write each. Open addressing with
 * linear probing; what nobody uses any more leaves at once, and those behind it move up. Owned by
 * whoever has the scheduler's lock.
 */
final class RunningKeys {

  private static final long WRITER = 1L << 32;

  private long[] keys = new long[1 << 10];

  /** How many read a key, and {@link #WRITER} for each that writes it; 0 for an empty place. */
  private long[] users = new long[keys.length];

  private int used;

  private int homeOf(long key) {
    return (int) ((key * 0x9E3779B97F4A7C15L) >>> 32) & (keys.length - 1);
  }

  private int find(long key) {
    int at = homeOf(key);
    while (users[at] != 0 && keys[at] != key) {
      at = (at + 1) & (keys.length - 1);
    }
    return at;
  }

  /** Whether a use of the key would conflict with one that runs. */
  boolean conflicts(long key, boolean writes) {
    long usedBy = users[find(key)];
    return writes ? usedBy != 0 : usedBy >= WRITER;
  }

  void add(long key, boolean writes) {
    int at = find(key);
    if (users[at] == 0) {
      if (2 * (used + 1) > keys.length) {
        grow();
        at = find(key);
      }
      keys[at] = key;
      used++;
    }
    users[at] += writes ? WRITER : 1;
  }

  void remove(long key, boolean writes) {
    int at = find(key);
    users[at] -= writes ? WRITER : 1;
    if (users[at] == 0) {
      used--;
      closeGap(at);
    }
  }

  /** Moves up whatever would not be found any more from its home on. */
  private void closeGap(int emptied) {
    int mask = keys.length - 1;
    int gap = emptied;
    int at = (gap + 1) & mask;
    while (users[at] != 0) {
      int fromHome = (at - homeOf(keys[at])) & mask;
      if (fromHome >= ((at - gap) & mask)) {
        keys[gap] = keys[at];
        users[gap] = users[at];
        users[at] = 0;
        gap = at;
      }
      at = (at + 1) & mask;
    }
  }

  private void grow() {
    long[] oldKeys = keys;
    long[] oldUsers = users;
    keys = new long[2 * oldKeys.length];
    users = new long[keys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldUsers[i] != 0) {
        int at = find(oldKeys[i]);
        keys[at] = oldKeys[i];
        users[at] = oldUsers[i];
      }
    }
  }
}
