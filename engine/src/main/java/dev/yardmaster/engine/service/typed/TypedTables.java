package dev.yardmaster.engine.service.typed;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The typed tables of a service; the set of tables is fixed. Any thread may call the methods. */
public final class TypedTables {

  private final Map<String, Table> byName;

  /** Creates the tables in a database, before the database has other tables. */
  public TypedTables(Database database, List<TableDefinition> definitions) {
    Map<String, Table> created = new LinkedHashMap<>();
    for (TableDefinition definition : definitions) {
      created.put(definition.name(), database.create(definition));
    }
    byName = Collections.unmodifiableMap(created);
  }

  /** Returns the tables by name, in the order of their definitions. */
  public Map<String, Table> byName() {
    return byName;
  }

  /**
   * Returns the table with a name.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_KEY} if there is no such table
   */
  Table table(String name) {
    Table table = byName.get(name);
    if (table == null) {
      throw new YardmasterException(
          ErrorCode.BAD_KEY,
          "the service has no typed table with this name",
          "table",
          name,
          "tables",
          byName.isEmpty() ? "none" : byName.keySet());
    }
    return table;
  }
}
