package dev.yardmaster.engine.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RowTest {

  @Test
  void holdsNumbersAndBytesSideBySide() {
    RowLayout.Builder columns = RowLayout.columns();
    LongColumn balance = columns.number("balance");
    BytesColumn name = columns.bytes("name", 9);
    LongColumn visits = columns.number("visits");
    RowLayout layout = columns.build();
    assertEquals(1 + 3 + 1, layout.longs());
    assertEquals("balance, name(9), visits", layout.toString());

    Row row = Row.of(layout);
    assertEquals(0, row.length(name));
    row.setLong(balance, -5);
    row.addLong(visits, 2);
    row.setBytes(name, new byte[] {1, -2, 3, -4, 5, -6, 7, -8, 9});
    assertEquals(-5, row.getLong(balance));
    assertEquals(2, row.getLong(visits));
    assertArrayEquals(new byte[] {1, -2, 3, -4, 5, -6, 7, -8, 9}, row.getBytes(name));
    row.setBytes(name, new byte[] {10, 11, 12}, 2);
    assertArrayEquals(new byte[] {10, 11}, row.getBytes(name));
    assertEquals(2, row.getLong(visits), "the following column must be unchanged");
  }

  @Test
  void bytesOfEveryLengthComeBack() {
    RowLayout.Builder columns = RowLayout.columns();
    BytesColumn bytes = columns.bytes("bytes", 40);
    LongColumn behind = columns.number("behind");
    RowLayout layout = columns.build();
    SplittableRandom random = new SplittableRandom(1);
    Row row = Row.of(layout);
    Row copy = Row.of(layout);
    for (int i = 0; i < 2_000; i++) {
      byte[] drawn = new byte[random.nextInt(41)];
      random.nextBytes(drawn);
      row.setLong(behind, i);
      row.setBytes(bytes, drawn);
      byte[] into = new byte[drawn.length];
      assertEquals(drawn.length, row.getBytes(bytes, into));
      assertArrayEquals(drawn, into, "i=" + i);
      copy.setImage(layout, row.image(layout));
      assertArrayEquals(drawn, copy.getBytes(bytes), "i=" + i);
      assertEquals(i, copy.getLong(behind));
    }
  }

  @Test
  void aValueIsItsOwnImage() {
    Row row = Row.of(RowLayout.value());
    byte[] value = {1, 2, 3};
    row.setValue(value);
    assertSame(value, row.value());
    assertSame(value, row.image(RowLayout.value()));
    assertEquals(0, RowLayout.value().longs());
    assertEquals("value", RowLayout.value().toString());
  }

  @Test
  void errorsNameTheValueAndTheLimit() {
    RowLayout.Builder columns = RowLayout.columns();
    BytesColumn name = columns.bytes("name", 4);
    Row row = Row.of(columns.build());
    requireError("column=name, length=5", () -> row.setBytes(name, new byte[5]));
    requireError("maximum=4", () -> row.setBytes(name, new byte[5]));
    row.setBytes(name, new byte[] {1, 2, 3});
    requireError("length=-1", () -> row.setBytes(name, new byte[4], -1));
    requireError("length=3, given=2", () -> row.setBytes(name, new byte[2], 3));
    assertArrayEquals(new byte[] {1, 2, 3}, row.getBytes(name), "nothing was stored");
    requireError("1 to 4096", () -> columns.bytes("none", 0));
    requireError("maxBytes=4097", () -> columns.bytes("long", RowLayout.MAX_COLUMN_BYTES + 1));
    requireError("at least one column", () -> RowLayout.columns().build());
    requireError("name=", () -> TableDefinition.ordered("", RowLayout.value()));
    requireError("expectedRecords=0", () -> TableDefinition.hashed("table", RowLayout.value(), 0));
    requireError(
        "table=bytes",
        () ->
            new TableDefinition(
                "bytes",
                RowLayout.value(),
                TableDefinition.Keys.BYTES,
                TableDefinition.Order.HASHED,
                1,
                KeyRanges.ONE,
                PartitionBy.HASH,
                List.of()));
  }

  @Test
  void aLayoutThatWasBuiltStaysAsItIs() {
    RowLayout.Builder columns = RowLayout.columns();
    LongColumn number = columns.number("number");
    Row row = Row.of(columns.build());
    Row other = Row.of(columns.build());
    row.setLong(number, 1);
    other.setLong(number, 2);
    assertEquals(3, row.getLong(number) + other.getLong(number));
    assertThrows(IllegalStateException.class, () -> columns.number("late"));
    assertThrows(IllegalStateException.class, () -> columns.bytes("late", 8));
  }

  @Test
  void onlyColumnsOfTheRowAreSet() {
    RowLayout.Builder columns = RowLayout.columns();
    LongColumn number = columns.number("number");
    RowLayout.Builder others = RowLayout.columns();
    LongColumn otherNumber = others.number("number");
    BytesColumn otherBytes = others.bytes("bytes", 8);
    RowLayout layout = columns.build();
    Row row = Row.of(layout);
    row.setLong(number, 1);
    assertThrows(IllegalStateException.class, () -> row.setLong(otherNumber, 2));
    assertThrows(IllegalStateException.class, () -> row.setBytes(otherBytes, new byte[3]));
    assertThrows(IllegalStateException.class, () -> row.setValue(new byte[3]));
    assertThrows(IllegalStateException.class, () -> row.setImage(RowLayout.value(), new byte[3]));
    assertEquals(1, row.getLong(number));
  }

  private static void requireError(String part, Runnable code) {
    String message = assertThrows(IllegalArgumentException.class, code::run).getMessage();
    assertTrue(message.contains(part), message);
  }
}
