package dev.yardmaster.engine.service;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.EngineParts;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.durable.IndexRebuild;
import dev.yardmaster.engine.durable.RecoveredTables;
import dev.yardmaster.engine.service.keys.KeyTables;
import dev.yardmaster.engine.service.keys.StoredValue;
import dev.yardmaster.engine.service.typed.TypedTables;
import dev.yardmaster.engine.service.worker.DeadlinePace;
import dev.yardmaster.engine.table.Partitioning;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableKeys;
import dev.yardmaster.engine.transaction.Loader;
import dev.yardmaster.engine.transaction.Worker;
import dev.yardmaster.storage.log.CommitLog;
import dev.yardmaster.storage.log.DataDirectory;
import dev.yardmaster.storage.log.Recovery;
import dev.yardmaster.storage.log.disk.Disk;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;

/**
 * The tables of a service before its workers start, and the data directory from which they were
 * loaded. Recovery loads each value directly into its table, so a start needs hardly more memory
 * than the tables themselves.
 */
@NullUnmarked // Internal: fields and results may be null.
final class RecoveredData {

  private final Database database;
  private final TypedTables typed;
  private final KeyTables tables;

  /**
   * The untyped keys in the directory whose table name is the name of a typed table. A directory
   * with such keys is refused.
   */
  private final Set<Key> keysOfTyped = new HashSet<>();

  private DataDirectory directory;
  private List<Table> undefined = List.of();

  private RecoveredData(EngineConfig config, int workers) {
    Partitioning partitioning = Partitioning.byTable(config.partitions());
    database = new Database(Protocols.named(config.protocol(), workers, partitioning), workers);
    typed = new TypedTables(database, config.tables());
    tables = new KeyTables(database, config.partitionBy());
  }

  /**
   * Creates the tables, and loads the directory of a configuration if the configuration has one.
   *
   * @param workers the number of the service's workers. With a data directory, the database has one
   *     additional worker, which loads the tables
   */
  static RecoveredData open(EngineConfig config, EngineParts parts, int workers) {
    if (config.directory() == null) {
      return new RecoveredData(config, workers);
    }
    RecoveredData data = new RecoveredData(config, workers + 1);
    DeadlinePace pace = new DeadlinePace(parts.clockNs(), () -> false, () -> {});
    data.load(config, parts, data.database.worker(workers, pace));
    return data;
  }

  /**
   * Loads the directory: the rows of the typed tables that the directory defines, and all other
   * entries as keys and values. At the end, it rebuilds the entries of secondary indexes.
   */
  private void load(EngineConfig config, EngineParts parts, Worker worker) {
    Loader loader = worker.loader();
    Recovery.KeyValueSink keys =
        (key, value, version) -> {
          if (typed.byName().containsKey(key.table())) {
            var unused = value == null ? keysOfTyped.remove(key) : keysOfTyped.add(key);
          } else {
            load(tables, loader, key, value, version);
          }
        };
    RecoveredTables recovered =
        new RecoveredTables(
            config.directory(),
            typed.byName(),
            List.of(Loader.withoutListener(database.protocol(), worker.context())),
            false,
            keys);
    directory =
        DataDirectory.open(
            config.directory(),
            parts::disk,
            config.segmentBytes(),
            CommitLog.bufferBytes(config.maxTransactionBytes()),
            recovered,
            (bytes, of) -> {},
            parts.epochMs());
    try {
      recovered.finish();
      requireNoKeysOfTyped(config);
      IndexRebuild.run(typed.byName(), worker);
    } catch (RuntimeException | Error e) {
      closeAfter(e);
      throw e;
    }
    undefined = recovered.undefined();
  }

  /**
   * Checks that the directory contains no untyped keys whose table name is the name of a typed
   * table.
   */
  private void requireNoKeysOfTyped(EngineConfig config) {
    for (Key key : keysOfTyped) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG,
          "the data directory has keys and values in a table that is to have typed rows",
          "directory",
          config.directory(),
          "table",
          key.table());
    }
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

  TypedTables typed() {
    return typed;
  }

  /** Returns the typed tables whose definitions are not in the directory yet. */
  List<Table> undefined() {
    return undefined;
  }

  /** Returns the data directory; null for an engine in memory. */
  DataDirectory directory() {
    return directory;
  }

  /** Returns the highest version before this start; all new versions are higher. */
  long startVersion() {
    return directory == null ? 0 : directory.recovered().startVersion();
  }

  /**
   * Returns the horizon: transaction ids that were created earlier are refused. In ms since 1970.
   */
  long horizonMs() {
    return directory == null ? 0 : directory.recovered().horizonMs();
  }

  /** Closes the directory, because the service could not be opened. */
  void closeAfter(Throwable thrown) {
    if (directory != null) {
      Disk.closeAfter(thrown, directory);
    }
  }
}
