package dev.yardmaster.storage.hbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.yardmaster.api.Key;
import dev.yardmaster.proof.hbase.LocalHBase;
import dev.yardmaster.storage.table.DiskTable;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the removal of tombstones from a real HBase. */
@Tag("slow")
class TombstonesTest {

  private static final byte[] VALUE = {1};

  @TempDir private Path folder;

  @Test
  void aTombstoneStaysUntilTheStateHasPassedIt() throws Exception {
    Key deleted = Key.of("t", 1);
    Key written = Key.of("t", 2);
    HBaseSettings settings = HBaseSettings.at(LocalHBase.shared().quorum()).withTable("tombstones");
    try (HBaseTable table = HBaseTable.open(folder, settings)) {
      table.put(deleted, VALUE, 5);
      table.put(deleted, null, 9);
      table.put(written, null, 9);
      table.put(written, VALUE, 12);
      table.commit(new DiskTable.State(8, 12, 0));
      assertEquals(0, table.removeTombstones());
      table.commit(new DiskTable.State(12, 12, 0));
      assertEquals(2, table.removeTombstones());
      assertEquals(0, table.removeTombstones());
      assertNull(table.get(deleted));
      assertEquals(12, table.get(written).version());
      table.put(deleted, VALUE, 13);
      assertEquals(13, table.get(deleted).version());
    }
  }
}
