package dev.yardmaster.storage.hbase;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.storage.table.DiskTable;
import dev.yardmaster.storage.table.KeyFormat;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.junit.jupiter.api.Test;

class RowFormatTest {

  private static Cell cell(Put put) {
    return put.get(RowFormat.DATA, RowFormat.VALUE).get(0);
  }

  @Test
  void aCellHasTheValueAndItsVersion() throws IOException {
    Put put = RowFormat.put(1, new DiskTable.Change(Key.of("t", 7), new byte[] {3, 4}, 42));
    assertEquals(Durability.FSYNC_WAL, put.getDurability());
    DiskTable.Found found = RowFormat.found(cell(put));
    assertNotNull(found);
    assertArrayEquals(new byte[] {3, 4}, found.value());
    assertEquals(42, found.version());
    assertEquals(Key.of("t", 7), RowFormat.key(new KeyFormat(), put.getRow()));
    assertTrue(put.get(RowFormat.DELETED, RowFormat.VALUE).isEmpty());
  }

  @Test
  void aCellIsAtMost2KibLongerThanItsValue() {
    Key longest = Key.of("\uFFFD".repeat(Key.MAX_TABLE_LENGTH), new byte[Key.MAX_ID_BYTES]);
    Put put = RowFormat.put(1, new DiskTable.Change(longest, new byte[100], 42));
    assertTrue(PrivateCellUtil.estimatedSerializedSizeOf(cell(put)) <= 100 + (2 << 10));
  }

  @Test
  void aDeletionIsACellInBothFamilies() throws IOException {
    Put put = RowFormat.put(1, new DiskTable.Change(Key.of("t", 7), null, 42));
    assertNull(RowFormat.found(cell(put)));
    assertEquals(42, put.get(RowFormat.DELETED, RowFormat.VALUE).get(0).getTimestamp());
  }

  @Test
  void aCellOfAnotherApplicationIsRefused() {
    Put put = new Put(new byte[] {1}).addColumn(RowFormat.DATA, RowFormat.VALUE, 1, new byte[] {9});
    assertThrows(IOException.class, () -> RowFormat.found(cell(put)));
    assertThrows(IOException.class, () -> RowFormat.key(new KeyFormat(), new byte[] {1, 2, 3}));
  }

  @Test
  void theRowsOfAGenerationAreTogether() {
    byte[][] rows = {
      RowFormat.STATE_ROW,
      RowFormat.from(1, null),
      RowFormat.row(1, Key.of("t", -1)),
      RowFormat.row(1, Key.of("t", 1)),
      RowFormat.to(1, null),
      RowFormat.from(2, null)
    };
    for (int i = 1; i < rows.length; i++) {
      assertTrue(Arrays.compareUnsigned(rows[i - 1], rows[i]) < 0, "row " + i);
    }
  }

  @Test
  void theStateIsReadBack() throws IOException {
    TableState state = new TableState(3, new DiskTable.State(7, 8, 9));
    assertEquals(state, TableState.decode(state.encode()));
    assertThrows(IOException.class, () -> TableState.decode(new byte[36]));
  }
}
