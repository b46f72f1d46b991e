package dev.yardmaster.storage.hbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.storage.table.DiskTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableWatchTest {

  private static final Key KEY = Key.of("t", 1);

  @TempDir Path folder;
  private final FakeHBase hbase = new FakeHBase("bank");
  private final AtomicLong nowNs = new AtomicLong();

  @Test
  void aTombstoneGoesAtTheSecondSweepAlsoIfTheFilesCannotBeMeasured() throws Exception {
    Connection connection = hbase.connect();
    Tables table = new Tables(connection, TableName.valueOf("bank"));
    Calls calls = new Calls("bank", nowNs::get);
    Ownership ownership = Ownership.take(table, calls, folder, nowNs::get);
    AtomicReference<TableState> state = new AtomicReference<>(ownership.state());
    TableWatch watch = new TableWatch(connection, table, calls, ownership, state::get, nowNs::get);
    table.get().batch(List.of(RowFormat.put(1, new DiskTable.Change(KEY, null, 5))), new Object[1]);
    state.set(new TableState(1, new DiskTable.State(5, 5, 0)));
    hbase.hook =
        call -> {
          if (call.equals("getRegionServers")) {
            throw new IOException("the master does not answer");
          }
        };
    Get tombstone = new Get(RowFormat.from(1, KEY));

    nowNs.addAndGet(TableWatch.GRACE_NS);
    watch.look();
    assertEquals(2, table.get().get(tombstone).size());
    nowNs.addAndGet(TableWatch.GRACE_NS - 1);
    watch.look();
    assertEquals(2, table.get().get(tombstone).size());
    nowNs.addAndGet(1);
    watch.look();
    assertTrue(table.get().get(tombstone).isEmpty());
  }
}
