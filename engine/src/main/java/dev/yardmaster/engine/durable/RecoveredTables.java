package dev.yardmaster.engine.durable;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.Loader;
import dev.yardmaster.storage.log.Recovery;
import dev.yardmaster.storage.log.format.StoredWrite;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.NullUnmarked;

/**
 * Loads the entries of a data directory into the tables that the application has created, and
 * checks that the tables have the definitions of the directory. Each row is loaded directly into
 * its table, so a start needs hardly more memory than the tables themselves. If several entries
 * have the same key, the last entry replaces the others, because it is the newest. One thread uses
 * an instance.
 */
@NullUnmarked // Internal: fields and results may be null.
public final class RecoveredTables implements Recovery.Sink {

  private final Path directory;
  private final Map<String, Table> tables;
  private final RowLoading loading;

  /**
   * Receives the entries of tables that the directory does not define; null if the directory must
   * not have such entries.
   */
  private final Recovery.Sink others;

  /**
   * The string object with the table name of the last write that was passed to {@link #others}.
   * This object is compared by identity with the string object of the next write.
   */
  private String lastOther;

  /** The tables whose definitions were read from the directory, by name. */
  private final Map<String, Table> known = new HashMap<>();

  /**
   * The reasons why tables of the directory cannot be loaded, by the names of the tables. If the
   * log drops such a table later, its reason is removed.
   */
  private final Map<String, YardmasterException> problems = new TreeMap<>();

  /**
   * The string object with the table name of the last row. The field {@link #last} is the table
   * with this name.
   */
  private String lastName;

  private Table last;

  /**
   * Creates a receiver.
   *
   * @param loaders one loader for each thread that loads rows, at least one
   * @param startsThreads whether each loader gets a thread of its own; if not, the calling thread
   *     loads
   * @param others receives the entries of tables that the directory does not define, such as the
   *     keys and values of a service; null if the directory must not have such entries
   */
  public RecoveredTables(
      Path directory,
      Map<String, Table> tables,
      List<Loader> loaders,
      boolean startsThreads,
      Recovery.Sink others) {
    this.directory = directory;
    this.others = others;
    this.tables = tables;
    loading = new RowLoading(loaders, startsThreads);
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // Successive writes of a table share one name object.
  public void entry(StoredWrite write, long version) {
    if (write.table() == lastOther) {
      others.entry(write, version);
      return;
    }
    Table table = tableOf(write);
    if (table == null) {
      String defined = write.key().definedTable();
      if (defined != null) {
        defineOrDrop(defined, write);
      } else if (others != null && !problems.containsKey(write.table())) {
        lastOther = write.table();
        others.entry(write, version);
      }
      return;
    }
    boolean wantsNumber = table.definition().keys() == TableDefinition.Keys.NUMBERS;
    if (write.kind() != (wantsNumber ? Key.Kind.NUMBER : Key.Kind.BYTES)) {
      throw wrong(write.key(), "its key is not of the table's kind");
    }
    if (!write.isDeletion()
        && !table.layout().isValue()
        && write.valueLength() != table.layout().longs() * Long.BYTES) {
      throw wrong(write.key(), "its row has " + write.valueLength() + " bytes");
    }
    loading.add(table, write);
  }

  /**
   * Returns the table of a row; null for a definition, and for a row of a table that the directory
   * has not defined.
   */
  @SuppressWarnings("ReferenceEquality") // Successive writes of a table share one name object.
  private Table tableOf(StoredWrite write) {
    String name = write.table();
    if (name == lastName) {
      return last;
    }
    Table table = known.get(name);
    if (table != null) {
      lastName = name;
      last = table;
      return table;
    }
    if (others == null && write.key().definedTable() == null) {
      problems.putIfAbsent(
          name,
          problem(
              "the data directory has an entry without a table's definition, so it belongs to a"
                  + " service",
              name));
    }
    return null;
  }

  private YardmasterException problem(String what, String table) {
    return new YardmasterException(
        ErrorCode.BAD_CONFIG, what, "directory", directory, "table", table);
  }

  private void defineOrDrop(String name, StoredWrite write) {
    problems.remove(name);
    lastOther = null;
    if (write.isDeletion()) {
      Table dropped = known.remove(name);
      lastName = null;
      if (dropped != null) {
        loading.clear(dropped);
      }
      return;
    }
    try {
      define(name, write.value());
    } catch (YardmasterException e) {
      if (e.code() != ErrorCode.BAD_CONFIG) {
        throw e;
      }
      problems.put(name, e);
    }
  }

  private void define(String name, byte[] value) {
    Table table = tables.get(name);
    if (table == null) {
      throw problem("the data directory has a table that the application does not create", name);
    }
    Map<String, String> stored;
    try {
      stored = DefinitionFormat.decode(value);
    } catch (IllegalArgumentException e) {
      throw new YardmasterException(
          ErrorCode.DAMAGED,
          "the data directory has a definition that cannot be read",
          e,
          "directory",
          directory,
          "table",
          name,
          "problem",
          e.getMessage());
    }
    requireSame(name, stored, table.definition());
    known.put(name, table);
  }

  private void requireSame(String name, Map<String, String> stored, TableDefinition definition) {
    Map<String, String> created = DefinitionFormat.properties(definition);
    // Differences of columns are reported first. If a column was added or removed, the number of
    // columns also differs, but that report would help less.
    List<String> properties = new ArrayList<>(created.keySet());
    stored.keySet().stream().filter(one -> !created.containsKey(one)).forEach(properties::add);
    properties.sort(
        (one, other) ->
            Boolean.compare(
                !one.startsWith(DefinitionFormat.COLUMN),
                !other.startsWith(DefinitionFormat.COLUMN)));
    for (String property : properties) {
      String there = stored.get(property);
      String here = created.get(property);
      if (!Objects.equals(there, here)) {
        throw new YardmasterException(
            ErrorCode.BAD_CONFIG,
            "the application creates a table by another definition than the data directory has",
            "directory",
            directory,
            "table",
            name,
            "property",
            property,
            "inDirectory",
            there == null ? "none" : there,
            "inApplication",
            here == null ? "none" : here);
      }
    }
  }

  private YardmasterException wrong(Key key, String problem) {
    return new YardmasterException(
        ErrorCode.DAMAGED,
        "the data directory has a record that does not fit its table's definition",
        "directory",
        directory,
        "key",
        key,
        "problem",
        problem);
  }

  /**
   * Waits until all rows are loaded.
   *
   * @throws IllegalStateException if a row could not be loaded
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if the directory's definition of a
   *     table and the application's definition differ, or if the application has not created a
   *     table of the directory
   */
  public void finish() {
    loading.finish();
    for (YardmasterException problem : problems.values()) {
      throw problem;
    }
  }

  /** Ends the loading threads. The caller calls this method after the start has failed. */
  public void end() {
    loading.end();
  }

  /** Returns the tables that the application has created and that the directory does not define. */
  public List<Table> undefined() {
    return tables.values().stream().filter(table -> !known.containsKey(table.name())).toList();
  }
}
