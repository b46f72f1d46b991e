package dev.yardmaster.benchmarks.disk;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.durable.LogSettings;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import dev.yardmaster.storage.log.Recovered;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import org.agrona.concurrent.NanoClock;

/**
 * A database that consists of one typed table in a data directory. Its commits write rows with
 * uniformly drawn keys. The object keeps the newest row of each key in memory. Only one thread may
 * use an instance.
 */
public final class WrittenTable {

  private static final String TABLE = "rows";
  private static final int CHECKED_ROWS = 1_000;
  private static final int NOT_WRITTEN = -1;

  /**
   * The settings of the log. The segments are so long, and checkpoints are so rare, that all
   * commits stay in the log.
   */
  private static final LogSettings SETTINGS =
      LogSettings.async(100).withLengths(1L << 28, 1L << 40);

  /**
   * The contents of the table and the log.
   *
   * @param commits number of transactions
   * @param rowsPerCommit number of rows that a transaction writes
   * @param columns number of columns of a row, each of 8 bytes
   * @param keys number of keys from which the keys of the rows are drawn
   * @param protocol the name of the protocol that opens the directory
   * @param seed seed of the keys
   */
  public record Plan(
      int commits, int rowsPerCommit, int columns, int keys, String protocol, long seed) {}

  private final Path directory;
  private final Plan plan;
  private final NanoClock clock;
  private final RowLayout layout;
  private final List<LongColumn> columns = new ArrayList<>();

  /** For each key, the number of the newest commit that wrote it. */
  private final int[] newest;

  private long distinctKeys;

  WrittenTable(Path directory, Plan plan, NanoClock clock) {
    this.directory = directory;
    this.plan = plan;
    this.clock = clock;
    RowLayout.Builder builder = RowLayout.columns();
    for (int i = 0; i < plan.columns(); i++) {
      columns.add(builder.number("column" + i));
    }
    layout = builder.build();
    newest = new int[plan.keys()];
    Arrays.fill(newest, NOT_WRITTEN);
  }

  /** Opens the directory. */
  Database open() {
    return Database.open(
        directory,
        workers -> Protocols.named(plan.protocol(), workers),
        Runtime.getRuntime().availableProcessors(),
        SETTINGS,
        opened -> opened.create(TableDefinition.hashed(TABLE, layout, plan.keys())));
  }

  /**
   * Writes all commits.
   *
   * @param progress receives the percentage of the commits that are written, after each tenth
   */
  void write(IntConsumer progress) throws InterruptedException {
    try (Database database = open()) {
      Table table = database.table(TABLE);
      // The commits do not wait for the disk, so the groups are as long as with many clients.
      Worker worker = database.pipelinedWorker(0, new ThreadPace(clock::nanoTime), null, null);
      SplittableRandom random = new SplittableRandom(plan.seed());
      int[] keys = new int[plan.rowsPerCommit()];
      int tenth = Math.max(1, plan.commits() / 10);
      for (int commit = 0; commit < plan.commits(); commit++) {
        for (int i = 0; i < keys.length; i++) {
          keys[i] = random.nextInt(plan.keys());
          distinctKeys += newest[keys[i]] == NOT_WRITTEN ? 1 : 0;
          newest[keys[i]] = commit;
        }
        int number = commit;
        worker.run(
            transaction -> {
              for (int key : keys) {
                fill(transaction.put(table, key), number);
              }
            });
        if ((commit + 1) % tenth == 0) {
          progress.accept((int) (100L * (commit + 1) / plan.commits()));
          if (Thread.interrupted()) {
            throw new InterruptedException();
          }
        }
      }
    }
  }

  private void fill(Row row, int commit) {
    for (LongColumn column : columns) {
      row.setLong(column, commit);
    }
  }

  /** Returns the length of the keys and the columns of all rows, in bytes. */
  long dataBytes() {
    return distinctKeys * Long.BYTES * (1 + plan.columns());
  }

  /**
   * Compares a sample of the rows in the database with the rows that were written. Returns the
   * first difference.
   */
  Optional<String> difference(Database database) {
    Recovered recovered = database.log().recovered();
    // The log contains one more transaction, which defines the table.
    if (recovered.transactions() != plan.commits() + 1) {
      return Optional.of(
          "the log has " + recovered.transactions() + " commits, not " + (plan.commits() + 1));
    }
    Table table = database.table(TABLE);
    if (table.index().size() != distinctKeys) {
      return Optional.of(table.index().size() + " rows were loaded, not " + distinctKeys);
    }
    Worker worker = database.worker(0, new ThreadPace(clock::nanoTime));
    int step = Math.max(1, newest.length / CHECKED_ROWS);
    LongColumn last = columns.get(columns.size() - 1);
    int[] found = new int[1];
    for (int key = 0; key < newest.length; key += step) {
      int ofKey = key;
      worker.run(
          transaction -> {
            Row row = transaction.read(table, ofKey);
            found[0] = row == null ? NOT_WRITTEN : (int) row.getLong(last);
          });
      if (found[0] != newest[key]) {
        return Optional.of(
            "key " + key + " has the row of commit " + found[0] + ", not " + newest[key]);
      }
    }
    return Optional.empty();
  }
}
