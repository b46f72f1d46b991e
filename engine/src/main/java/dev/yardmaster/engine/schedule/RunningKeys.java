package dev.yardmaster.engine.schedule;

/**
 * A set of keys with the number of readers and writers of each key: the keys of the running
 * transactions, or the keys that a transaction has reserved. The class is a hash table with open
 * addressing and linear probing. When a key has no readers and writers left, it is removed at once,
 * and the keys after it move up. Only the thread that holds the scheduler's lock may use this
 * object.
 */
final class RunningKeys {

  private static final long WRITER = 1L << 32;

  private long[] keys = new long[1 << 10];

  /**
   * For the key at each position, the number of readers plus {@link #WRITER} times the number of
   * writers; 0 for an empty position.
   */
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

  /** Returns whether a read or write of the key would conflict with a running transaction. */
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

  /** Moves up the keys after an emptied position that a search could no longer find. */
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
