package dev.yardmaster.jdbc.admission;

import dev.yardmaster.jdbc.sql.RowUse;
import java.util.ArrayList;
import java.util.List;

/**
 * What transactions that begin with one text do: which tables they use with the first, second, ...
 * of the keys that they come to name, and how often. Keys are told apart by their values, in the
 * order in which a transaction first names them; so "the balance of the same customer" is a use of
 * another table with key 0.
 *
 * <p>Old transactions count less and less, so that it follows an application that changes. Guarded
 * by its own monitor.
 */
final class TransactionTemplate {
  /** The most uses that are learned; what does more is no short transaction. */
  private static final int MAX_USES = 32;

  /** The most keys of a transaction that are told apart. */
  private static final int MAX_KEYS = 8;

  /** What is done in fewer transactions than one of so many is not predicted. */
  private static final double RARE = 0.1;

  /** Transactions after which older ones count half. */
  private static final int HALF_LIFE = 256;

  private static final class Use {
    final long table;
    final int key;
    double count;
    double writes;

    Use(long table, int key) {
      this.table = table;
      this.key = key;
    }
  }

  private final List<Use> uses = new ArrayList<>();
  private double transactions;

  /** Adds what a committed transaction used, in its order; a row may occur more than once. */
  synchronized void learn(List<RowUse> rows) {
    transactions++;
    List<Long> keys = new ArrayList<>(MAX_KEYS);
    List<Use> counted = new ArrayList<>(rows.size());
    List<Use> written = new ArrayList<>(rows.size());
    for (RowUse row : rows) {
      int key = keyOf(keys, row.row());
      Use use = key < 0 ? null : use(row.table(), key);
      if (use == null) {
        continue;
      }
      if (!counted.contains(use)) {
        counted.add(use);
        use.count++;
      }
      if (row.writes() && !written.contains(use)) {
        written.add(use);
        use.writes++;
      }
    }
    if (transactions >= 2 * HALF_LIFE) {
      age();
    }
  }

  /** Numbers a key by its first appearance. */
  private static int keyOf(List<Long> keys, long row) {
    int at = keys.indexOf(row);
    if (at < 0 && keys.size() < MAX_KEYS) {
      at = keys.size();
      keys.add(row);
    }
    return at;
  }

  private Use use(long table, int key) {
    for (Use use : uses) {
      if (use.table == table && use.key == key) {
        return use;
      }
    }
    if (uses.size() == MAX_USES) {
      return null;
    }
    Use use = new Use(table, key);
    uses.add(use);
    return use;
  }

  private void age() {
    transactions /= 2;
    for (Use use : uses) {
      use.count /= 2;
      use.writes /= 2;
    }
    uses.removeIf(use -> use.count < 0.5);
  }

  /**
   * The rows that a transaction will use, as far as its keys are known.
   *
   * @param sofar the rows that it is known to use, in its order
   * @return these, and those that are expected; in no order
   */
  synchronized List<RowUse> predict(List<RowUse> sofar) {
    List<Long> keys = new ArrayList<>(MAX_KEYS);
    for (RowUse row : sofar) {
      keyOf(keys, row.row());
    }
    List<RowUse> expected = new ArrayList<>(sofar);
    double least = RARE * transactions;
    for (Use use : uses) {
      if (use.key < keys.size() && use.count >= least) {
        expected.add(new RowUse(use.table, keys.get(use.key), use.writes >= least));
      }
    }
    return expected;
  }
}
