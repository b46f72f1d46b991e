package dev.yardmaster.engine.durable;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.table.TableKeys;
import dev.yardmaster.engine.transaction.Loader;
import dev.yardmaster.storage.log.Recovery;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Loads the entries of a data directory into the tables that the application has created, and
 * checks that the tables have the definitions of the directory. Each row goes directly into its
 * table, so a start needs no more memory than the tables. The last entry of a key is the newest and
 * decides. One thread uses an instance.
 */
final class RecoveredTables implements Recovery.Sink {

  /** A table whose definition the directory has, and a row for loading. */
  private record Known(Table table, Row row) {}

  private final Path directory;
  private final Map<String, Table> tables;
  private final Loader loader;
  private final Map<String, Known> known = new HashMap<>();

  RecoveredTables(Path directory, Map<String, Table> tables, Loader loader) {
    this.directory = directory;
    this.tables = tables;
    this.loader = loader;
  }

  @Override
  public void entry(Key key, byte[] value, long version) {
    String defined = key.definedTable();
    if (defined != null) {
      define(defined, value);
      return;
    }
    Known of = known.get(key.table());
    if (of == null) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG,
          "the data directory has an entry without a table's definition, so it belongs to a service",
          "directory",
          directory,
          "table",
          key.table());
    }
    load(of, key, value);
  }

  private void define(String name, byte[] value) {
    Table table = tables.get(name);
    if (table == null) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG,
          "the data directory has a table that the application does not create",
          "directory",
          directory,
          "table",
          name);
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
    known.put(name, new Known(table, Row.of(table.layout())));
  }

  private void requireSame(String name, Map<String, String> stored, TableDefinition definition) {
    Map<String, String> created = DefinitionFormat.properties(definition);
    // Columns come first, because a column that was added or removed also changes their number.
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

  private void load(Known of, Key key, byte[] value) {
    Table table = of.table;
    boolean isNumber = key.kind() == Key.Kind.NUMBER;
    boolean wantsNumber = table.definition().keys() == TableDefinition.Keys.NUMBERS;
    if (isNumber != wantsNumber || key.kind() == Key.Kind.TEXT) {
      throw wrong(key, "its key is not of the table's kind");
    }
    byte[] rest = TableKeys.rest(key);
    long number = TableKeys.number(key, rest);
    if (value == null) {
      loader.remove(table, number, rest);
      return;
    }
    if (!table.layout().isValue() && value.length != table.layout().longs() * Long.BYTES) {
      throw wrong(key, "its row has " + value.length + " bytes");
    }
    of.row.setImage(table.layout(), value);
    loader.put(table, number, rest, of.row);
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

  /** Returns the tables that the application has created and the directory does not have. */
  List<Table> undefined() {
    return tables.values().stream().filter(table -> !known.containsKey(table.name())).toList();
  }
}
