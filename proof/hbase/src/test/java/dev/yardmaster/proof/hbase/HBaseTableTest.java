package dev.yardmaster.proof.hbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.storage.hbase.HBaseSettings;
import dev.yardmaster.storage.hbase.HBaseTable;
import dev.yardmaster.storage.table.DiskTable;
import dev.yardmaster.storage.table.DiskTableContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the contract tests of tables on a real HBase, and tests what only an HBase table promises.
 */
@Tag("slow")
class HBaseTableTest extends DiskTableContract {

  private static final AtomicInteger TABLES = new AtomicInteger();

  @TempDir Path folder;
  private HBaseSettings settings;

  private HBaseSettings newSettings() throws IOException {
    try {
      return HBaseSettings.at(LocalHBase.shared().quorum())
          .withTable("contract-" + TABLES.incrementAndGet());
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Override
  protected DiskTable newTable() throws IOException {
    settings = newSettings();
    return HBaseTable.open(folder, settings);
  }

  @Override
  protected DiskTable crash(DiskTable table, SplittableRandom random) throws IOException {
    table.close();
    return HBaseTable.open(folder, settings);
  }

  @Override
  protected long highestVersion() {
    return Long.MAX_VALUE - 1;
  }

  @Override
  protected boolean keepsHighest() {
    return true;
  }

  @Override
  protected boolean scansSnapshots() {
    return false;
  }

  private static DiskTable.State state(long version) {
    return new DiskTable.State(version, version, 0);
  }

  @Test
  void aLateWriteDoesNotBringADeletedKeyBack(@TempDir Path other) throws IOException {
    HBaseSettings of = newSettings();
    Key key = Key.of("t", 1);
    try (HBaseTable table = HBaseTable.open(other, of)) {
      table.put(key, new byte[] {1}, 5);
      table.put(key, null, 9);
      table.commit(state(9));
      table.put(key, new byte[] {1}, 5);
      assertNull(table.get(key));
      table.put(key, new byte[] {2}, 10);
      assertEquals(10, table.get(key).version());
    }
  }

  @Test
  void aLaterStartOfTheDirectoryTakesTheTable(@TempDir Path other) throws IOException {
    HBaseSettings of = newSettings();
    Key key = Key.of("t", 1);
    try (HBaseTable paused = HBaseTable.open(other, of)) {
      paused.put(key, new byte[] {1}, 5);
      paused.commit(state(5));
      try (HBaseTable next = HBaseTable.open(other, of)) {
        assertEquals(state(5), next.state());
        next.put(key, new byte[] {2}, 8);
        next.commit(state(8));
        paused.put(key, new byte[] {1}, 5);
        IOException refused = assertThrows(IOException.class, () -> paused.commit(state(9)));
        assertTrue(
            refused.getMessage().contains("has been taken by another server"),
            refused.getMessage());
        assertTrue(paused.warning().isPresent());
        assertEquals(8, next.get(key).version());
        assertEquals(state(8), next.state());
      }
    }
  }

  @Test
  void aTableOfAnotherDirectoryIsRefused(@TempDir Path one, @TempDir Path two) throws IOException {
    HBaseSettings of = newSettings();
    HBaseTable.open(one, of).close();
    IOException refused = assertThrows(IOException.class, () -> HBaseTable.open(two, of));
    assertTrue(
        refused.getMessage().contains("belongs to another data directory"), refused.getMessage());
  }

  @Test
  void aCopyOfADirectoryThatStartedLessOftenIsRefused(@TempDir Path one, @TempDir Path copy)
      throws IOException {
    HBaseSettings of = newSettings();
    HBaseTable.open(one, of).close();
    Files.copy(one.resolve("hbase-owner"), copy.resolve("hbase-owner"));
    HBaseTable.open(one, of).close();
    IOException refused = assertThrows(IOException.class, () -> HBaseTable.open(copy, of));
    assertTrue(refused.getMessage().contains("epoch=2"), refused.getMessage());
  }

  @Test
  void aDroppedTableIsNotTakenForANewOne(@TempDir Path one) throws Exception {
    HBaseSettings of = newSettings();
    HBaseTable.open(one, of).close();
    TableName name = TableName.valueOf(of.table());
    try (Connection connection = LocalHBase.shared().connect();
        Admin admin = connection.getAdmin()) {
      admin.disableTable(name);
      admin.deleteTable(name);
    }
    IOException refused = assertThrows(IOException.class, () -> HBaseTable.open(one, of));
    assertTrue(refused.getMessage().contains("was dropped"), refused.getMessage());
  }

  @Test
  void aTableWhoseEntriesExpireIsRefused(@TempDir Path one) throws Exception {
    HBaseSettings of = newSettings();
    TableName name = TableName.valueOf(of.table());
    try (Connection connection = LocalHBase.shared().connect();
        Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(new byte[] {'d'})
                      .setTimeToLive(HConstants.DAY_IN_SECONDS)
                      .build())
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("t"))
              .build());
    }
    IOException refused = assertThrows(IOException.class, () -> HBaseTable.open(one, of));
    assertTrue(refused.getMessage().contains("TTL=86400"), refused.getMessage());
  }
}
