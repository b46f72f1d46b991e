package dev.yardmaster.engine.service;

import dev.yardmaster.api.Key;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.EngineParts;
import dev.yardmaster.engine.service.keys.KeyTables;
import dev.yardmaster.engine.service.keys.StoredValue;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.transaction.Loader;
import dev.yardmaster.storage.log.DataDirectory;
import java.util.HashMap;
import java.util.Map;

/**
 * The data directory of a durable service, and the recovered contents until they are loaded into
 * tables.
 */
final class RecoveredData {

  /** A key's newest value, or null if the key was deleted. */
  @SuppressWarnings("ArrayRecordComponent") // The record is never compared.
  private record Found(byte[] value, long version) {}

  private final DataDirectory directory;
  private final Map<Key, Found> found;

  private RecoveredData(DataDirectory directory, Map<Key, Found> found) {
    this.directory = directory;
    this.found = found;
  }

  /** Opens the directory of a configuration, if the configuration has one. */
  static RecoveredData open(EngineConfig config, EngineParts parts) {
    Map<Key, Found> found = new HashMap<>();
    DataDirectory directory =
        config.directory() == null
            ? null
            : DataDirectory.open(
                config.directory(),
                parts::disk,
                config.segmentBytes(),
                (key, value, version) ->
                    found.merge(
                        key,
                        new Found(value, version),
                        (known, read) -> known.version() < read.version() ? read : known),
                (bytes, of) -> {});
    return new RecoveredData(directory, found);
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

  /** Loads all recovered values into tables and releases their memory. */
  void load(KeyTables tables, Loader loader) {
    found.forEach(
        (key, newest) -> {
          if (newest.value() != null) {
            load(tables, loader, key, newest);
          }
        });
    found.clear();
  }

  private static void load(KeyTables tables, Loader loader, Key key, Found newest) {
    Table table = tables.of(key);
    byte[] stored = StoredValue.of(newest.value());
    StoredValue.stamp(stored, newest.version(), 0);
    Row row = Row.of(table.layout());
    row.setValue(stored);
    byte[] rest = KeyTables.rest(key);
    loader.load(table, KeyTables.number(key, rest), rest, row);
  }

  /** Releases the directory. The caller uses this method when the service could not be opened. */
  void closeAfter(Throwable thrown) {
    if (directory != null) {
      DataDirectory.closeAfter(thrown, directory);
    }
  }
}
