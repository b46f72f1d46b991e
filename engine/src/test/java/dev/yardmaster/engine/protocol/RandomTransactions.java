package dev.yardmaster.engine.protocol;

import static dev.yardmaster.engine.protocol.Isolation.READ_COMMITTED;
import static dev.yardmaster.engine.protocol.Isolation.SNAPSHOT;

import dev.yardmaster.api.logic.UserAbort;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.table.KeyRanges;
import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.AttemptResult;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.Worker;
import java.util.SplittableRandom;

/**
 * Two small tables, and transactions with random operations on them: read, change, insert, delete,
 * put and scan. Every written value is unique.
 */
final class RandomTransactions {

  private static final int HASHED_KEYS = 6;
  private static final int ORDERED_KEYS = 150;
  private static final int HOT_KEYS = 12;
  private static final int TIDY_EVERY = 4;

  /**
   * The lowest of a few keys in the first leaf of the ordered table, and of a few keys in its last
   * leaf.
   */
  private static final long[] SKEWED_KEYS = {4, ORDERED_KEYS - 12};

  private static final int FEW_KEYS = 4;

  final Database database;
  final Table hashed;
  final Table ordered;

  /** The table that only transactions of the kind {@link Kind#GROUPS} use. */
  private final Table last;

  private final TransactionGroup pipeline;
  private final TransactionGroup oneStep;
  private final LongColumn value;
  private final LongColumn copy;
  private final Kind kind;

  /** What the transactions of a run do. */
  enum Kind {
    /** Each transaction executes a few random operations. */
    OPERATIONS,

    /** As {@link #OPERATIONS}, but each operation is a separate step. */
    STEPS,

    /**
     * Each transaction first scans a range and then writes records outside this range, so that only
     * scans can cause conflicts.
     */
    SCANS,

    /**
     * As {@link #OPERATIONS}, but every second transaction only reads and scans, with the isolation
     * level read committed.
     */
    READ_COMMITTED,

    /**
     * Most transactions read a few hot records and write another record, so two of them often do
     * not see each other's write. Some transactions only read, with the isolation read committed or
     * snapshot.
     */
    SKEWS,

    /**
     * As {@link #SKEWS}, but most transactions scan a few keys of one leaf, and change, insert or
     * delete a row, most often of another leaf.
     */
    SCAN_SKEWS,

    /**
     * As {@link #OPERATIONS}, but most transactions belong to one of two groups, or declare that
     * they only read. Some of them do something that their declaration excludes, and some decide to
     * abort.
     */
    GROUPS
  }

  /** Creates empty tables. */
  RandomTransactions(Protocol protocol, int workers, Kind kind) {
    this.kind = kind;
    database = new Database(protocol, workers);
    RowLayout.Builder columns = RowLayout.columns();
    value = columns.number("value");
    copy = columns.number("copy");
    RowLayout layout = columns.build();
    hashed = database.create(TableDefinition.hashed("hashed", layout, HASHED_KEYS));
    ordered =
        database.create(
            TableDefinition.ordered("ordered", layout).dividedInto(new KeyRanges(10, 16, 8)));
    last = database.create(TableDefinition.hashed("last", layout, HASHED_KEYS));
    pipeline = TransactionGroup.numbered(1).step(hashed).step(ordered).step(last).build();
    oneStep = TransactionGroup.numbered(2).step(last, hashed, ordered).build();
  }

  /** Inserts every second key, so that some rows exist from the beginning. */
  void fill(Worker worker) {
    worker.run(
        transaction -> {
          for (int key = 0; key < HASHED_KEYS; key += 2) {
            set(transaction.insert(hashed, key), -1 - key);
            if (kind == Kind.GROUPS) {
              set(transaction.insert(last, key), -1 - key);
            }
          }
          for (int key = 0; key < ORDERED_KEYS; key += 2) {
            set(transaction.insert(ordered, key), -1 - key);
          }
        });
  }

  private void set(Row row, long number) {
    row.setLong(value, number);
    row.setLong(copy, number);
  }

  /**
   * Returns a client that runs the given number of random transactions. The client repeats each
   * transaction until it commits.
   */
  Runnable client(Worker worker, long seed, int transactions) {
    return () -> {
      SplittableRandom random = new SplittableRandom(seed + worker.context().worker());
      for (int i = 0; i < transactions; i++) {
        long drawn = random.nextLong();
        long written = (long) (worker.context().worker() + 1) * 1_000_000 + i * 100L;
        worker.begin();
        while (attempt(worker, drawn, written) == AttemptResult.CONFLICT) {
          worker.again();
        }
        if (worker.failure() != null && !(worker.failure() instanceof UserAbort)) {
          throw new IllegalStateException("logic failed", worker.failure());
        }
        if (random.nextInt(TIDY_EVERY) == 0) {
          worker.tidy(); // Removes index entries while other workers run.
        }
      }
    };
  }

  private AttemptResult attempt(Worker worker, long drawn, long written) {
    SplittableRandom random = new SplittableRandom(drawn);
    if (kind == Kind.SCANS) {
      return worker.attempt(transaction -> scanAndWrite(transaction, random, written));
    }
    int operations = 1 + random.nextInt(5);
    if (kind == Kind.SKEWS || kind == Kind.SCAN_SKEWS) {
      return random.nextInt(4) == 0
          ? worker.attempt(
              new Reads(random, operations, random.nextBoolean() ? SNAPSHOT : READ_COMMITTED))
          : worker.attempt(
              transaction -> {
                if (kind == Kind.SKEWS) {
                  skew(transaction, random, written);
                } else {
                  scanSkew(transaction, random, written);
                }
              });
    }
    if (kind == Kind.READ_COMMITTED && random.nextBoolean()) {
      return worker.attempt(new Reads(random, operations, READ_COMMITTED));
    }
    if (kind == Kind.GROUPS) {
      return worker.attempt(new Grouped(random, written));
    }
    if (kind != Kind.STEPS) {
      return worker.attempt(
          transaction -> {
            for (int i = 0; i < operations; i++) {
              operation(transaction, random, written + i);
            }
          });
    }
    worker.open();
    for (int i = 0; i < operations; i++) {
      worker.context().pace().access(); // Time for the client; other workers run.
      long value = written + i;
      AttemptResult result = worker.step(transaction -> operation(transaction, random, value));
      if (result != AttemptResult.SUSPENDED) {
        return result;
      }
    }
    if (worker.restarts() == 0 && random.nextInt(16) == 0) {
      worker.abandon();
      return AttemptResult.CONFLICT;
    }
    return worker.finish(transaction -> operation(transaction, random, written + operations));
  }

  /** The logic of a transaction that only reads and scans. */
  private final class Reads implements RecordLogic {

    private final SplittableRandom random;
    private final int operations;
    private final Isolation isolation;

    Reads(SplittableRandom random, int operations, Isolation isolation) {
      this.random = random;
      this.operations = operations;
      this.isolation = isolation;
    }

    @Override
    public boolean isReadOnly() {
      return true;
    }

    @Override
    public Isolation isolation() {
      return isolation;
    }

    @Override
    public void run(RecordTransaction transaction) {
      for (int i = 0; i < operations; i++) {
        reading(transaction, random.nextInt(3) == 0 ? hashed : ordered, random);
      }
    }
  }

  /** The logic of a transaction of the kind {@link Kind#GROUPS}. */
  private final class Grouped implements RecordLogic {

    private final SplittableRandom random;
    private final long written;
    private final int type;
    private final boolean isAsDeclared;

    Grouped(SplittableRandom random, long written) {
      this.random = random;
      this.written = written;
      type = random.nextInt(10);
      isAsDeclared = random.nextInt(12) > 0;
    }

    @Override
    public TransactionGroup group() {
      return type < 5 ? pipeline : type < 7 ? oneStep : TransactionGroup.NONE;
    }

    @Override
    public boolean isReadOnly() {
      return type == 9;
    }

    @Override
    public void run(RecordTransaction transaction) {
      Table[] tables = {hashed, ordered, last};
      int operations = 1 + random.nextInt(6);
      int step = 0;
      for (int i = 0; i < operations; i++) {
        if (type >= 5 || !isAsDeclared) {
          step = random.nextInt(tables.length);
        } else if (random.nextInt(3) == 0) {
          step = Math.min(step + 1 + random.nextInt(2), tables.length - 1);
        }
        if (isReadOnly() && isAsDeclared) {
          reading(transaction, tables[step], random);
        } else {
          operation(transaction, tables[step], random, written + i);
        }
      }
      if (random.nextInt(12) == 0) {
        throw transaction.abort("drawn");
      }
    }
  }

  private void reading(RecordTransaction transaction, Table table, SplittableRandom random) {
    if (table != ordered) {
      check(transaction.read(table, random.nextInt(HASHED_KEYS)));
    } else if (random.nextBoolean()) {
      check(transaction.read(ordered, orderedKey(random)));
    } else {
      scan(transaction, orderedKey(random), random, random.nextBoolean());
    }
  }

  private void operation(RecordTransaction transaction, SplittableRandom random, long written) {
    operation(transaction, random.nextInt(3) == 0 ? hashed : ordered, random, written);
  }

  private void operation(
      RecordTransaction transaction, Table table, SplittableRandom random, long written) {
    boolean isHashed = table != ordered;
    long key = isHashed ? random.nextInt(HASHED_KEYS) : orderedKey(random);
    switch (random.nextInt(isHashed ? 8 : 10)) {
      case 0, 1 -> check(transaction.read(table, key));
      case 2, 3 -> {
        Row row = transaction.update(table, key);
        if (row != null) {
          check(row);
          set(row, written);
        }
      }
      case 4 -> {
        if (random.nextBoolean()) {
          check(transaction.read(table, key));
        }
        Row row = transaction.insert(table, key);
        if (row != null) {
          set(row, written);
        }
      }
      case 5, 6 -> transaction.delete(table, key);
      case 7 -> set(transaction.put(table, key), written);
      case 8 -> scan(transaction, key, random, false);
      default -> scan(transaction, key, random, true);
    }
  }

  private void skew(RecordTransaction transaction, SplittableRandom random, long written) {
    for (int i = random.nextInt(3); i >= 0; i--) {
      check(transaction.read(hashed, random.nextInt(HASHED_KEYS)));
    }
    int key = random.nextInt(HASHED_KEYS);
    if (random.nextInt(4) == 0) {
      transaction.delete(hashed, key);
    } else {
      set(transaction.put(hashed, key), written);
    }
  }

  private void scanSkew(RecordTransaction transaction, SplittableRandom random, long written) {
    int scanned = random.nextInt(SKEWED_KEYS.length);
    for (int i = random.nextInt(2); i >= 0; i--) {
      long from = SKEWED_KEYS[scanned] + random.nextInt(FEW_KEYS);
      long to = from + 1 + random.nextInt(FEW_KEYS);
      int limit = random.nextInt(4) == 0 ? 1 : Integer.MAX_VALUE;
      scan(transaction, from, to, limit, random.nextBoolean());
    }
    int other = random.nextInt(8) == 0 ? scanned : 1 - scanned;
    long key = SKEWED_KEYS[other] + random.nextInt(2 * FEW_KEYS);
    switch (random.nextInt(4)) {
      case 0 -> transaction.delete(ordered, key);
      case 1 -> set(transaction.put(ordered, key), written);
      default -> {
        Row row = transaction.update(ordered, key);
        set(row == null ? transaction.insert(ordered, key) : row, written);
      }
    }
  }

  private void scanAndWrite(RecordTransaction transaction, SplittableRandom random, long written) {
    scan(transaction, random.nextInt(ORDERED_KEYS), random, random.nextBoolean());
    long key = random.nextInt(ORDERED_KEYS);
    for (int i = random.nextInt(2); i < 2; i++) {
      Row row = transaction.update(ordered, key + i);
      set(row == null ? transaction.insert(ordered, key + i) : row, written + i);
    }
  }

  private static long orderedKey(SplittableRandom random) {
    return random.nextInt(2) == 0 ? random.nextInt(HOT_KEYS) : random.nextInt(ORDERED_KEYS);
  }

  private void scan(
      RecordTransaction transaction, long from, SplittableRandom random, boolean backward) {
    long to = from + 1 + random.nextInt(40);
    int limit = random.nextInt(4) == 0 ? 3 : Integer.MAX_VALUE;
    scan(transaction, from, to, limit, backward);
  }

  private void scan(
      RecordTransaction transaction, long from, long to, int limit, boolean backward) {
    long[] last = {backward ? Long.MAX_VALUE : Long.MIN_VALUE};
    transaction.scan(
        ordered,
        from,
        null,
        to,
        null,
        limit,
        backward,
        (key, rest, row) -> {
          if (key < from || key >= to || (backward ? key >= last[0] : key <= last[0])) {
            throw new IllegalStateException("out of order: key=" + key + ", last=" + last[0]);
          }
          last[0] = key;
          check(row);
          return true;
        });
  }

  /** Fails if a row is torn. Even a run that will abort must not see a torn row. */
  private void check(Row row) {
    if (row != null && row.getLong(value) != row.getLong(copy)) {
      throw new IllegalStateException(
          "a torn row: " + row.getLong(value) + ", " + row.getLong(copy));
    }
  }

  /**
   * Returns a description of the records and slots that are left after all workers have removed
   * garbage; empty if none are left.
   */
  String leaks(Worker[] workers) {
    StringBuilder leaks = new StringBuilder();
    for (int round = 0; round < 20; round++) {
      for (Worker worker : workers) {
        worker.tidy();
      }
    }
    for (Worker worker : workers) {
      if (!worker.isTidy()) {
        leaks.append("worker ").append(worker.context().worker()).append(" is not tidy; ");
      }
    }
    for (Table table : database.tables()) {
      int used = used(table.records(), workers);
      if (used != table.index().size()) {
        leaks.append(table.name() + ": slots=" + used + ", entries=" + table.index().size() + "; ");
      }
      int versions = table.versions() == null ? 0 : used(table.versions(), workers);
      int needed = database.protocol().hasRowsInRecords() ? 0 : used;
      if (versions != needed) {
        leaks.append(table.name() + ": versions=" + versions + ", needed=" + needed + "; ");
      }
    }
    return leaks.toString();
  }

  private static int used(Records records, Worker[] workers) {
    int used = records.taken() - records.pooled();
    for (Worker worker : workers) {
      used -= worker.context().allocator(records).available();
    }
    return used;
  }
}
