package dev.yardmaster.benchmarks.workload.tpcc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.workload.records.RecordRun;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccMix;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccSettings;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.table.Partitioning;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Checks that every loaded row of TPC-C belongs to its warehouse's partition, and that only items
 * belong to no partition.
 */
class WarehousesTest {

  @Test
  void theRowsOfAWarehouseAreAPartition() {
    Tpcc workload = new Tpcc(TpccSettings.of(3, TpccMix.STANDARD, 42).withItems(100));
    Partitioning warehouses = workload.partitioning();
    RecordRun run = workload.create(new Database(Protocols.named("silo", 1), 1));
    Map<String, Set<Integer>> seen = new HashMap<>();
    for (int part = 0; part < 3; part++) {
      run.load((table, key, row) -> note(seen, warehouses, table, key, row), part, 3);
    }
    assertEquals(3, warehouses.count());
    assertTrue(seen.size() > 8, seen.toString());
    seen.forEach(
        (table, partitions) ->
            assertEquals(
                table.equals("item") ? "[-1]" : "[0, 1, 2]", partitions.toString(), table));
  }

  private static void note(
      Map<String, Set<Integer>> seen, Partitioning warehouses, Table table, long key, Row unused) {
    seen.computeIfAbsent(table.name(), name -> new TreeSet<>())
        .add(warehouses.of(table, key, null));
  }
}
