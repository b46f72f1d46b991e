package dev.yardmaster.benchmarks.engine.round;

import dev.yardmaster.benchmarks.engine.EngineSetup;
import dev.yardmaster.benchmarks.engine.EngineSide;
import dev.yardmaster.benchmarks.engine.log.Logging.Device;
import dev.yardmaster.benchmarks.run.ScratchDirectory;
import dev.yardmaster.benchmarks.workload.records.RecordRun;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.durable.LogSettings;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import dev.yardmaster.storage.log.LogNumbers;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/**
 * The database of a round, in memory or in an empty directory that is removed after the round.
 * After the round, a second database recovers the directory, and the class checks that the two
 * databases have equal tables.
 */
final class RoundDatabase implements AutoCloseable {

  private final EngineSide side;
  private final EngineSetup setup;
  private final int workers;
  private final ScratchDirectory scratch;
  private RecordRun run;
  private Database database;

  /**
   * Creates a database with the empty tables of the workload.
   *
   * @param workers the number of workers that the round requests
   */
  RoundDatabase(EngineSide side, EngineSetup setup, int workers) {
    this.side = side;
    this.setup = setup;
    this.workers = workers;
    if (!setup.logDevice().isOfTables()) {
      scratch = null;
      database = new Database(newProtocol(workers), workers);
      run = setup.workload().create(database);
      return;
    }
    scratch = ScratchDirectory.in(setup.data());
    try {
      database = open(setup.logDevice());
    } catch (RuntimeException | Error e) {
      scratch.close();
      throw e;
    }
  }

  private Protocol newProtocol(int ofWorkers) {
    return side.newProtocol(ofWorkers, setup.workload(), setup.simulated());
  }

  private Database open(Device device) {
    LogSettings settings =
        device == Device.SYNC
            ? LogSettings.sync()
            : LogSettings.async(LogNumbers.LOSS.intDefault());
    IntFunction<Protocol> protocol = this::newProtocol;
    return Database.open(
        scratch.path(),
        protocol,
        workers,
        settings,
        opened -> run = setup.workload().create(opened));
  }

  Database database() {
    return database;
  }

  /** Returns the workload's run on the tables of this database. */
  RecordRun run() {
    return run;
  }

  /** Waits until the loaded rows are on disk, if the database is in a directory. */
  void loaded() {
    if (database.log() != null) {
      database.log().await();
    }
  }

  /**
   * Closes the database, recovers its directory in another database, and compares the tables.
   * Returns a line that describes the first difference; empty if the tables are the same, or if the
   * database is in memory. The invariants need not be checked again in the recovered database,
   * because equal tables satisfy the same invariants.
   *
   * @param reader a worker of the database; no thread may use this worker during the call
   */
  Optional<String> recoveredDifference(Worker reader, LongSupplier clockNs) {
    if (scratch == null) {
      return Optional.empty();
    }
    Map<String, TableDigest> before = digests(database, reader);
    database.close();
    // The closed and the recovered database together may not fit into the heap, so the reference to
    // the closed database is dropped here.
    database = null;
    run = null;
    database = open(setup.logDevice());
    Map<String, TableDigest> after = digests(database, database.worker(0, new ThreadPace(clockNs)));
    return before.equals(after)
        ? Optional.empty()
        : Optional.of(
            "the recovered tables differ: before the restart=" + before + ", recovered=" + after);
  }

  private static Map<String, TableDigest> digests(Database of, Worker reader) {
    Map<String, TableDigest> digests = new TreeMap<>();
    for (Table table : of.tables()) {
      digests.put(table.name(), TableDigest.of(table, reader));
    }
    return digests;
  }

  @Override
  public void close() {
    try {
      if (database != null) {
        database.close();
      }
    } finally {
      if (scratch != null) {
        scratch.close();
      }
    }
  }
}
