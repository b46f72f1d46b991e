package dev.yardmaster.engine.service;

import dev.yardmaster.api.Key;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.EngineParts;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.service.keys.KeyTables;
import dev.yardmaster.engine.service.keys.StoredValue;
import dev.yardmaster.engine.table.Partitioning;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableKeys;
import dev.yardmaster.engine.transaction.Loader;
import dev.yardmaster.storage.log.CommitLog;
import dev.yardmaster.storage.log.DataDirectory;
import dev.yardmaster.storage.log.Recovery;
import dev.yardmaster.storage.log.disk.Disk;

/**
 * The tables of a service before its workers start, and the data directory that they were loaded
 * from. Recovery loads each value directly into its table, so a start needs no more memory than the
 * tables.
 */
final class RecoveredData {

  private final Database database;
  private final KeyTables tables;
  private final DataDirectory directory;

  private RecoveredData(Database database, KeyTables tables, DataDirectory directory) {
    this.database = database;
    this.tables = tables;
    this.directory = directory;
  }

  /**
   * Creates the tables, and loads the directory of a configuration if the configuration has one.
   *
   * @param workers the number of the service's workers; a durable service's database has one more,
   *     which has loaded the tables
   */
  static RecoveredData open(EngineConfig config, EngineParts parts, int workers) {
    if (config.directory() == null) {
      Database database = database(config, workers);
      return new RecoveredData(database, new KeyTables(database, config.partitionBy()), null);
    }
    Database database = database(config, workers + 1);
    KeyTables tables = new KeyTables(database, config.partitionBy());
    DeadlinePace pace = new DeadlinePace(parts.clockNs(), () -> false, () -> {});
    Loader loader = database.worker(workers, pace).loader();
    DataDirectory directory =
        DataDirectory.open(
            config.directory(),
            parts::disk,
            config.segmentBytes(),
            CommitLog.bufferBytes(config.maxTransactionBytes()),
            Recovery.KeyValueSink.ofService(
                (key, value, version) -> load(tables, loader, key, value, version)),
            (bytes, of) -> {},
            parts.epochMs());
    return new RecoveredData(database, tables, directory);
  }

  private static Database database(EngineConfig config, int workers) {
    Partitioning partitioning = Partitioning.byTable(config.partitions());
    return new Database(Protocols.named(config.protocol(), workers, partitioning), workers);
  }

  private static void load(KeyTables tables, Loader loader, Key key, byte[] value, long version) {
    Table table = tables.of(key);
    byte[] rest = TableKeys.rest(key);
    long number = TableKeys.number(key, rest);
    if (value == null) {
      loader.remove(table, number, rest);
      return;
    }
    byte[] stored = StoredValue.of(value);
    StoredValue.stamp(stored, version, 0);
    Row row = Row.of(table.layout());
    row.setValue(stored);
    loader.put(table, number, rest, row);
  }

  Database database() {
    return database;
  }

  KeyTables tables() {
    return tables;
  }

  /** Returns the directory; null for an engine in memory. */
  DataDirectory directory() {
    return directory;
  }

  /** Returns the version that all new versions since this start exceed. */
  long startVersion() {
    return directory == null ? 0 : directory.recovered().startVersion();
  }

  /** Returns the creation time before which ids are refused, in ms since the epoch. */
  long horizonMs() {
    return directory == null ? 0 : directory.recovered().horizonMs();
  }

  /** Releases the directory because the service could not be opened. */
  void closeAfter(Throwable thrown) {
    if (directory != null) {
      Disk.closeAfter(thrown, directory);
    }
  }
}
