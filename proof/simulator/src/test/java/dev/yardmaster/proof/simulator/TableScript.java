package dev.yardmaster.proof.simulator;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.durable.LogParts;
import dev.yardmaster.engine.durable.LogSettings;
import dev.yardmaster.engine.index.ByteKeys;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import dev.yardmaster.storage.log.Recovery;
import dev.yardmaster.storage.log.disk.Disk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * A script, drawn from a seed, that uses the typed tables of a durable database over several lives
 * (the times between a start and an end). The script keeps the rows after each commit, and counts
 * the acknowledged commits. From these, the script derives the tables that a recovery may have.
 */
final class TableScript {

  /** The number of rows at the start; there are so many that a checkpoint takes several steps. */
  private static final int ROWS = 700;

  private static final int NAMES = 12;
  private static final long LENGTH = 1 << 16;

  /** The row that every commit sets to the commit's number. */
  private static final long MARK = -1;

  private final SplittableRandom random;
  private final String protocol;
  private final LogSettings settings;
  private final UnaryOperator<Recovery.Sink> recovering;
  private final LongColumn amount;
  private final RowLayout columns;
  private Table numbers;
  private Table names;

  /**
   * The rows, by name, after each commit; the first element is the state before the first commit.
   */
  private final List<Map<String, Long>> states = new ArrayList<>();

  private int acknowledged;
  private boolean losesAcknowledged;
  private long clockNs;
  private long checkpointsWritten;

  /**
   * Creates a script.
   *
   * @param recovering wraps the object that receives the recovered tables; a test can plant a bug
   *     with it
   */
  TableScript(
      long seed, String protocol, LogSettings settings, UnaryOperator<Recovery.Sink> recovering) {
    random = new SplittableRandom(seed);
    this.protocol = protocol;
    this.settings = settings.withLengths(LENGTH, LENGTH);
    this.recovering = recovering;
    RowLayout.Builder builder = RowLayout.columns();
    amount = builder.number("amount");
    columns = builder.build();
    states.add(new TreeMap<>());
  }

  /** Allows that a crash of the machine loses acknowledged commits, but only the last ones. */
  TableScript losesAcknowledged() {
    losesAcknowledged = true;
    return this;
  }

  private Database open(Disk disk) {
    LogParts parts =
        new LogParts() {
          @Override
          public LongSupplier clockNs() {
            return TableScript.this::nowNs;
          }

          @Override
          public LongSupplier epochMs() {
            return () -> 0;
          }

          @Override
          public Disk disk(Path directory) {
            return disk;
          }

          @Override
          public Recovery.Sink recovering(Recovery.Sink tables) {
            return recovering.apply(tables);
          }

          @Override
          public boolean startsThreads() {
            return false;
          }
        };
    return Database.open(
        Path.of("simulated"),
        workers -> Protocols.named(protocol, workers),
        2,
        settings,
        parts,
        database -> {
          numbers = database.create(TableDefinition.hashed("numbers", columns, 100));
          names = database.create(TableDefinition.orderedBytes("names", columns));
        });
  }

  /**
   * Returns a time that is later at each call, because protocols wait until their clock advances.
   */
  private long nowNs() {
    return clockNs += 1_000;
  }

  private Worker worker(Database database, int number) {
    return database.pipelinedWorker(number, new ThreadPace(this::nowNs), null, null);
  }

  private static byte[] rest(int name) {
    return ("name " + name).getBytes(US_ASCII);
  }

  /** Returns the rows of all tables, by name. */
  private Map<String, Long> rows(Database database) {
    Map<String, Long> rows = new TreeMap<>();
    Worker reader = worker(database, 1);
    reader.run(
        transaction -> {
          rows.clear();
          for (long key = MARK; key < ROWS; key++) {
            put(rows, "number " + key, transaction.read(numbers, key));
          }
          for (int name = 0; name < NAMES; name++) {
            byte[] rest = rest(name);
            put(rows, "name " + name, transaction.read(names, ByteKeys.prefixOf(rest), rest));
          }
        });
    return rows;
  }

  private void put(Map<String, Long> rows, String name, Row row) {
    if (row != null) {
      rows.put(name, row.getLong(amount));
    }
  }

  /**
   * Recovers the tables of a disk, and returns a text that describes the error in them; null if
   * they are correct. The method closes the tables.
   */
  String complaint(Disk disk) {
    try (Database database = open(disk)) {
      return complaint(rows(database));
    }
  }

  private String complaint(Map<String, Long> found) {
    int prefix = prefix(found);
    if (prefix >= states.size()) {
      return "commit " + prefix + " never ran";
    }
    if (prefix < acknowledged && !losesAcknowledged) {
      return prefix + " commits were found, but " + acknowledged + " were acknowledged";
    }
    return states.get(prefix).equals(found)
        ? null
        : "the tables differ from the tables after " + prefix + " commits";
  }

  private static int prefix(Map<String, Long> found) {
    return Math.toIntExact(found.getOrDefault("number " + MARK, 0L));
  }

  /** Returns the number of checkpoints that were written in all lives. */
  long checkpointsWritten() {
    return checkpointsWritten;
  }

  /**
   * Runs one life of a number of groups, up to its close or to the failure of the disk.
   *
   * @return whether the life ended without a failure of the disk
   */
  boolean live(Disk disk, int groups) {
    Database database = open(disk);
    Map<String, Long> found = rows(database);
    String complaint = complaint(found);
    if (complaint != null) {
      throw new AssertionError(complaint);
    }
    states.subList(prefix(found) + 1, states.size()).clear();
    acknowledged = prefix(found);
    Worker worker = worker(database, 0);
    try {
      for (int group = 0; group < groups; group++) {
        for (int i = random.nextInt(3); i >= 0; i--) {
          commit(worker);
          if (states.size() % 4 == 0) {
            decideToAbort(worker);
          }
        }
        // No transaction commits during these waits, so each wait only advances a checkpoint by one
        // step.
        for (int i = random.nextInt(3); i >= 0; i--) {
          clockNs += 400_000_000L;
          int told = states.size() - 1;
          database.log().await();
          acknowledged = told;
        }
      }
      checkpointsWritten += database.log().checkpoints().written();
      database.close();
      return true;
    } catch (YardmasterException e) {
      if (e.code() != ErrorCode.OUTCOME_UNKNOWN
          && e.code() != ErrorCode.CLOSED
          && e.code() != ErrorCode.IO_FAILED) {
        throw e;
      }
      checkpointsWritten += database.log().checkpoints().written();
      return false;
    }
  }

  /**
   * Runs a transaction that gets a log number but aborts, so that it leaves no record in the log.
   */
  private void decideToAbort(Worker worker) {
    worker.run(
        transaction -> {
          transaction.put(numbers, MARK).setLong(amount, -1);
          throw transaction.abort("by its own decision");
        });
  }

  private void commit(Worker worker) {
    Map<String, Long> next = new TreeMap<>(states.get(states.size() - 1));
    boolean isFirst = states.size() == 1;
    int writes = random.nextInt(4);
    long[] keys = random.longs(writes, 0, ROWS).toArray();
    int[] ofNames = random.ints(writes, 0, NAMES).toArray();
    boolean[] deletes = new boolean[writes];
    for (int i = 0; i < writes; i++) {
      deletes[i] = random.nextInt(3) == 0;
    }
    long number = states.size();
    worker.run(
        transaction -> {
          transaction.put(numbers, MARK).setLong(amount, number);
          for (long key = 0; isFirst && key < ROWS; key++) {
            transaction.put(numbers, key).setLong(amount, 0);
          }
          for (int i = 0; i < writes; i++) {
            byte[] rest = rest(ofNames[i]);
            long prefix = ByteKeys.prefixOf(rest);
            if (deletes[i]) {
              var unused = transaction.delete(numbers, keys[i]);
              unused = transaction.delete(names, prefix, rest);
            } else {
              transaction.put(numbers, keys[i]).setLong(amount, number);
              transaction.put(names, prefix, rest).setLong(amount, number);
            }
          }
        });
    next.put("number " + MARK, number);
    for (long key = 0; isFirst && key < ROWS; key++) {
      next.put("number " + key, 0L);
    }
    for (int i = 0; i < writes; i++) {
      if (deletes[i]) {
        next.remove("number " + keys[i]);
        next.remove("name " + ofNames[i]);
      } else {
        next.put("number " + keys[i], number);
        next.put("name " + ofNames[i], number);
      }
    }
    states.add(next);
  }
}
