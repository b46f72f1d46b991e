package dev.yardmaster.engine.service.keys;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.Key;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.table.PartitionBy;
import dev.yardmaster.engine.table.PartitionRule;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The database's tables for the keys of the API. For each table name of the API, there are up to
 * three tables: one for number keys, one for text keys and one for byte keys. A table is created
 * when it is first accessed or scanned, and is never dropped. Any thread may call the methods.
 */
public final class KeyTables {

  /**
   * The tables for one table name of the API, one for each kind of keys. An instance does not
   * change after it was added to the map.
   */
  private static final class Kinds {
    private final Table[] tables = new Table[Key.Kind.values().length];
  }

  private final Database database;
  private final Set<String> typed;
  private final PartitionBy partitionBy;
  private final Map<String, PartitionBy> partitionByOfTables = new HashMap<>();

  @Shared(
      writers = "the worker that first accesses a key of a kind, or the thread that routes a call",
      readers = "all threads",
      access =
          "concurrent map; a writer replaces the immutable entry of a name under the monitor of "
              + "the KeyTables")
  private final Map<String, Kinds> byName = new ConcurrentHashMap<>();

  /**
   * Creates the object without tables. The tables that the database already has must be typed
   * tables.
   *
   * @param rules the rules that assign keys to partitions, at most one for each table
   */
  public KeyTables(Database database, List<PartitionRule> rules) {
    this.database = database;
    Set<String> names = new HashSet<>();
    database.tables().forEach(table -> names.add(table.name()));
    typed = Set.copyOf(names);
    PartitionBy ofOthers = PartitionBy.HASH;
    for (PartitionRule rule : rules) {
      if (rule.table() == null) {
        ofOthers = rule.by();
      } else {
        partitionByOfTables.put(rule.table(), rule.by());
      }
    }
    partitionBy = ofOthers;
  }

  /** Returns the table of a key. */
  public Table of(Key key) {
    Kinds kinds = byName.get(key.table());
    Table table = kinds == null ? null : kinds.tables[key.kind().ordinal()];
    return table == null ? make(key.table(), key.kind(), key.isReserved()) : table;
  }

  /**
   * Returns the table for a name and a kind of keys. The name must not be one of the names that are
   * reserved for the service.
   */
  public Table of(String name, Key.Kind kind) {
    Kinds kinds = byName.get(name);
    Table table = kinds == null ? null : kinds.tables[kind.ordinal()];
    return table == null ? make(name, kind, false) : table;
  }

  private synchronized Table make(String name, Key.Kind ofKind, boolean reserved) {
    Kinds before = byName.get(name);
    int kind = ofKind.ordinal();
    if (before != null && before.tables[kind] != null) {
      return before.tables[kind];
    }
    if (typed.contains(name)) { // In the log, such a key would look like a row.
      throw new IllegalStateException("a key is in a table with typed rows: table=" + name);
    }
    Kinds after = new Kinds();
    if (before != null) {
      System.arraycopy(before.tables, 0, after.tables, 0, after.tables.length);
    }
    // The keys of outcomes belong to no partition. Otherwise a transaction that accesses one
    // partition would have its outcome in another partition.
    PartitionBy by =
        reserved ? PartitionBy.NONE : partitionByOfTables.getOrDefault(name, partitionBy);
    after.tables[kind] = database.create(definition(name, ofKind, reserved).partitionedBy(by));
    byName.put(name, after);
    return after.tables[kind];
  }

  /** Returns all tables in the order of their keys. */
  public List<NamedTable> inOrder() {
    List<NamedTable> all = new ArrayList<>();
    byName.forEach(
        (name, kinds) -> {
          for (Key.Kind kind : Key.Kind.values()) {
            Table table = kinds.tables[kind.ordinal()];
            if (table != null) {
              all.add(new NamedTable(name, kind, table));
            }
          }
        });
    Collections.sort(all);
    return all;
  }

  private TableDefinition definition(String name, Key.Kind kind, boolean reserved) {
    return switch (kind) {
      case NUMBER -> TableDefinition.ordered(freeName(name, ""), RowLayout.value());
      case TEXT -> TableDefinition.orderedBytes(freeName(name, ".text"), RowLayout.value());
      case BYTES ->
          // The service's own table has no suffix, because histories identify this table by its
          // plain name.
          TableDefinition.orderedBytes(freeName(name, reserved ? "" : ".bytes"), RowLayout.value());
    };
  }

  /**
   * Returns a name that no other table has. The name resembles the API's table name, which may be
   * any string.
   */
  private String freeName(String name, String suffix) {
    String wanted = shortened(name, suffix);
    for (int n = 2; database.table(wanted) != null; n++) {
      wanted = shortened(name, suffix + '.' + n);
    }
    return wanted;
  }

  private static String shortened(String name, String suffix) {
    int room = Key.MAX_TABLE_LENGTH - suffix.length();
    return (name.length() > room ? name.substring(0, room) : name) + suffix;
  }
}
