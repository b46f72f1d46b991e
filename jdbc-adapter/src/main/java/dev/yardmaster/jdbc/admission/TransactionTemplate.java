package dev.yardmaster.jdbc.admission;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.jdbc.sql.RowUse;
import java.util.ArrayList;
import java.util.List;

/**
 * The pattern of the transactions whose first statement has one text. For each key of such a
 * transaction, the template records which tables the transactions use with this key, and how often.
 * Keys are numbered by value, in the order in which a transaction first names them. For example, if
 * the first statement names a customer, reading this customer's balance is recorded as a use of the
 * balance table with key number 0.
 *
 * <p>The weight of old transactions decays, so that the template follows changes of the
 * application. Any thread may call any method; {@link #predict} acquires no lock.
 */
final class TransactionTemplate {
  /** The maximum number of recorded uses. Only short transactions are predicted. */
  private static final int MAX_USES = 32;

  /** The maximum number of distinct keys of a transaction. */
  private static final int MAX_KEYS = 8;

  /** A use is predicted if at least this share of the recorded transactions had the use. */
  private static final double RARE = 0.1;

  /** The number of transactions after which the weight of older transactions is halved. */
  private static final int HALF_LIFE = 256;

  /**
   * After this number of recorded transactions, only one in {@value #SAMPLE} transactions is
   * recorded.
   */
  private static final int WELL_KNOWN = 64;

  private static final int SAMPLE = 8;

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

  /** A use of a table with the key of this number. */
  private record PredictedUse(long table, int key, boolean writes) {}

  @Shared(
      writers = "threads that end a transaction of the class",
      readers = "the same",
      access = "guarded by the object's monitor, within which no other lock is acquired")
  private final List<Use> uses = new ArrayList<>();

  @Shared(
      writers = "threads that end a transaction of the class",
      readers = "threads that sample transactions",
      access = "written under the object's monitor; a stale value changes only the sampling")
  private double transactions;

  @Shared(
      writers = "threads that end a transaction of the class",
      readers = "threads that begin or continue a transaction of the class",
      access = "volatile; written under the object's monitor")
  private volatile List<PredictedUse> predicted = List.of();

  /**
   * Returns whether a transaction should be recorded. A well-known class is only sampled, so that
   * few transactions acquire the monitor.
   *
   * @param number the number of the connection's transactions so far
   */
  boolean samples(int number) {
    return transactions < WELL_KNOWN || number % SAMPLE == 0;
  }

  /**
   * Records the rows that a committed transaction used, in the order of their use. A row may occur
   * more than once.
   */
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
    double least = RARE * transactions;
    predicted =
        uses.stream()
            .filter(use -> use.count >= least)
            .map(use -> new PredictedUse(use.table, use.key, use.writes >= least))
            .toList();
  }

  /**
   * Returns the number of a key, in the order of first appearance; negative if there are more than
   * {@link #MAX_KEYS} keys.
   */
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
   * Returns the rows that a transaction will probably use, for the keys that are known so far.
   *
   * @param sofar the known rows of the transaction, in order
   * @return the known rows and the predicted rows, in no particular order
   */
  List<RowUse> predict(List<RowUse> sofar) {
    List<PredictedUse> uses = predicted;
    if (uses.isEmpty()) {
      return List.copyOf(sofar);
    }
    List<Long> keys = new ArrayList<>(MAX_KEYS);
    for (RowUse row : sofar) {
      keyOf(keys, row.row());
    }
    List<RowUse> expected = new ArrayList<>(sofar.size() + uses.size());
    expected.addAll(sofar);
    for (PredictedUse use : uses) {
      if (use.key < keys.size()) {
        expected.add(new RowUse(use.table, keys.get(use.key), use.writes));
      }
    }
    return expected;
  }
}
