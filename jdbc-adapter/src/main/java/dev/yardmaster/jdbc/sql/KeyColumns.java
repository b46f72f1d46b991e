package dev.yardmaster.jdbc.sql;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The key columns of each table: the columns of the primary key, or declared columns. Names are
 * compared without schema, quotes and case. Instances are immutable and thread-safe.
 */
public final class KeyColumns {
  private static final KeyColumns NONE = new KeyColumns(Map.of());
  private static final Pattern TABLE = Pattern.compile("\\s*([^(),\\s]+)\\s*\\(([^()]*)\\)\\s*");

  private final Map<String, List<String>> columnsByTable;

  KeyColumns(Map<String, List<String>> columnsByTable) {
    this.columnsByTable = Map.copyOf(columnsByTable);
  }

  /**
   * Returns keys without a known table. All columns that a statement compares then count as the key
   * of their table.
   */
  public static KeyColumns none() {
    return NONE;
  }

  /**
   * Parses declared keys such as {@code accounts(id), order_line(w_id, d_id, o_id, number)}. A
   * blank text declares no keys.
   *
   * @throws IllegalArgumentException if the text has another form, or names a table twice, or a
   *     column of a table twice
   */
  public static KeyColumns parse(String text) {
    Map<String, List<String>> tables = new HashMap<>();
    Matcher matcher = TABLE.matcher(text);
    int at = 0;
    while (!text.substring(at).isBlank()) {
      if (!matcher.find(at) || matcher.start() != at) {
        throw malformed("expected table(column, ...)", text, at);
      }
      List<String> columns = columns(text, at, matcher.group(2));
      if (tables.put(SqlName.fold(matcher.group(1)), columns) != null) {
        throw malformed("the table is declared twice", text, at);
      }
      at = matcher.end();
      if (at < text.length()) {
        if (text.charAt(at) != ',' || text.substring(at + 1).isBlank()) {
          throw malformed("expected a comma and another table", text, at);
        }
        at++;
      }
    }
    return new KeyColumns(tables);
  }

  /**
   * Reads the primary keys of the tables that a connection sees. The limit is 10,000 tables, or
   * 1,000 tables if each table needs a separate call of the driver. If the driver fails, the method
   * logs the failure, and the result has fewer tables or no tables. If several schemas have a table
   * of the same name, the keys are those of the table in the connection's schema.
   *
   * @param connection a connection without an open transaction. If the connection is not in
   *     auto-commit mode, the method rolls back the transaction in which it reads
   */
  public static KeyColumns read(Connection connection) {
    return new KeyColumns(new PrimaryKeys(connection).read());
  }

  /**
   * Returns these keys, and the keys of {@code other} for tables that these keys do not contain.
   */
  public KeyColumns or(KeyColumns other) {
    Map<String, List<String>> both = new HashMap<>(other.columnsByTable);
    both.putAll(columnsByTable);
    return new KeyColumns(both);
  }

  /** Returns the number of known tables. */
  public int size() {
    return columnsByTable.size();
  }

  /**
   * Returns the key columns of a table, in lower case, in the order of the declaration or of the
   * primary key; empty for an unknown table.
   */
  public List<String> of(String table) {
    return columnsByTable.getOrDefault(SqlName.fold(table), List.of());
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    new LinkedHashMap<>(columnsByTable)
        .forEach(
            (table, columns) -> {
              text.append(text.length() == 0 ? "" : ", ").append(table);
              text.append('(').append(String.join(", ", columns)).append(')');
            });
    return text.toString();
  }

  private static List<String> columns(String text, int at, String list) {
    List<String> columns = new ArrayList<>();
    for (String name : list.split(",", -1)) {
      if (name.isBlank()) {
        throw malformed("a column has no name", text, at);
      }
      columns.add(SqlName.fold(name));
    }
    if (new HashSet<>(columns).size() < columns.size()) {
      throw malformed("a column is declared twice", text, at);
    }
    return List.copyOf(columns);
  }

  private static IllegalArgumentException malformed(String reason, String text, int at) {
    return new IllegalArgumentException(
        "malformed key columns: " + reason + ": position=" + at + " text=" + text);
  }
}
