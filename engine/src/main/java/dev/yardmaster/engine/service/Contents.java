package dev.yardmaster.engine.service;

import dev.yardmaster.api.Key;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.EngineParts;
import dev.yardmaster.engine.redo.RedoDirectory;
import dev.yardmaster.engine.service.keys.KeyTables;
import dev.yardmaster.engine.service.keys.StoredValue;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.transaction.Loader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The data directory of a durable service, and what was in it until it is loaded. */
final class Contents {

  /** A key with its newest value. */
  @SuppressWarnings("ArrayRecordComponent") // Compared by nobody.
  private record Found(Key key, byte[] value, long version) {}

  private final RedoDirectory directory;
  private final List<Found> found;

  private Contents(RedoDirectory directory, List<Found> found) {
    this.directory = directory;
    this.found = found;
  }

  /** Opens the directory of a configuration, if it has one. */
  static Contents open(EngineConfig config, EngineParts parts) {
    List<Found> found = new ArrayList<>();
    RedoDirectory directory =
        config.directory() == null
            ? null
            : RedoDirectory.open(
                config.directory().toString(),
                () -> parts.disk(config.directory()),
                config.segmentBytes(),
                (key, value, version) -> found.add(new Found(key, value, version)));
    return new Contents(directory, found);
  }

  /** The directory; null in memory. */
  RedoDirectory directory() {
    return directory;
  }

  /** All versions of this start are higher. */
  long startVersion() {
    return directory == null ? 0 : directory.recovered().startVersion();
  }

  /** Ids created before are refused; ms since the epoch. */
  long horizonMs() {
    return directory == null ? 0 : directory.recovered().horizonMs();
  }

  /** Puts all that was found into tables, and lets go of it. */
  void load(KeyTables tables, Loader loader) {
    for (Found entry : found) {
      Table table = tables.of(entry.key());
      byte[] stored = StoredValue.of(entry.value());
      StoredValue.stamp(stored, entry.version(), 0);
      Row row = Row.of(table.layout());
      row.setValue(stored);
      byte[] rest = KeyTables.rest(entry.key());
      loader.load(table, KeyTables.number(entry.key(), rest), rest, row);
    }
    found.clear();
  }

  /** Lets others have the directory, since the service could not be opened. */
  void closeAfter(Throwable thrown) {
    if (directory != null) {
      try {
        directory.close();
      } catch (IOException e) {
        thrown.addSuppressed(e);
      }
    }
  }
}
