package dev.yardmaster.engine.transaction;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.index.ByteKeys;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import java.util.List;
import java.util.Locale;

/** Shows a table of any kind as a map from numbers to numbers. */
final class NumberedTable {

  /** The kinds of tables. */
  enum Kind {
    HASHED,
    ORDERED,
    BYTE_KEYS,
    VALUES
  }

  final Table table;
  private final LongColumn number;
  private final BytesColumn text;

  NumberedTable(Database database, Kind kind) {
    RowLayout.Builder columns = RowLayout.columns();
    number = columns.number("number");
    text = columns.bytes("text", 20);
    RowLayout layout = kind == Kind.VALUES ? RowLayout.value() : columns.build();
    table =
        database.create(
            switch (kind) {
              case HASHED -> TableDefinition.hashed(kind.name(), layout, 64);
              case BYTE_KEYS -> TableDefinition.orderedBytes(kind.name(), layout);
              case ORDERED, VALUES -> TableDefinition.ordered(kind.name(), layout);
            });
  }

  boolean hasRanges() {
    return table.definition().order() == TableDefinition.Order.ORDERED;
  }

  /**
   * Returns the byte string of a key, or null in a table of numbers. All byte strings have the same
   * first 8 bytes.
   */
  byte[] rest(int key) {
    return table.definition().keys() == TableDefinition.Keys.NUMBERS
        ? null
        : String.format(Locale.ROOT, "account-%05d", key).getBytes(US_ASCII);
  }

  long key(int key) {
    byte[] rest = rest(key);
    return rest == null ? key : ByteKeys.prefixOf(rest);
  }

  private int keyOf(long key, byte[] rest) {
    return rest == null ? (int) key : Integer.parseInt(new String(rest, US_ASCII).substring(8));
  }

  void set(Row row, int value) {
    byte[] bytes = Integer.toString(value).getBytes(US_ASCII);
    if (table.layout().isValue()) {
      row.setValue(bytes);
    } else {
      row.setLong(number, value);
      row.setBytes(text, bytes);
    }
  }

  /** Returns the number of a row, or null if there is no row. */
  Integer get(Row row) {
    if (row == null) {
      return null;
    }
    byte[] bytes = table.layout().isValue() ? row.value() : row.getBytes(text);
    int value = Integer.parseInt(new String(bytes, US_ASCII));
    if (!table.layout().isValue() && row.getLong(number) != value) {
      throw new IllegalStateException("a torn row: " + row.getLong(number) + ", " + value);
    }
    return value;
  }

  Row read(RecordTransaction transaction, int key) {
    return transaction.read(table, key(key), rest(key));
  }

  Row update(RecordTransaction transaction, int key) {
    return transaction.update(table, key(key), rest(key));
  }

  Row insert(RecordTransaction transaction, int key) {
    return transaction.insert(table, key(key), rest(key));
  }

  Row put(RecordTransaction transaction, int key) {
    return transaction.put(table, key(key), rest(key));
  }

  boolean delete(RecordTransaction transaction, int key) {
    return transaction.delete(table, key(key), rest(key));
  }

  /**
   * Scans the keys from {@code from} inclusive to {@code to} exclusive, and adds {@code key=number}
   * for each row.
   */
  void scan(
      RecordTransaction transaction,
      int from,
      int to,
      int limit,
      boolean backward,
      List<String> into) {
    var unused =
        transaction.scan(
            table,
            key(from),
            rest(from),
            key(to),
            rest(to),
            limit,
            backward,
            (key, rest, row) -> into.add(keyOf(key, rest) + "=" + get(row)));
  }
}
