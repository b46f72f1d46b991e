package dev.yardmaster.storage.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.api.Key;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MapTableTest extends DiskTableContract {

  @Override
  protected DiskTable newTable() {
    return new MapTable();
  }

  @Override
  protected DiskTable crash(DiskTable table, SplittableRandom random) {
    return ((MapTable) table).crash(random);
  }

  @Test
  void aCrashLosesAnyPartOfTheLaterWrites() {
    Set<String> survivors = new HashSet<>();
    for (int seed = 0; seed < 100; seed++) {
      MapTable table = new MapTable();
      table.put(Key.of("t", 1), new byte[1], 1);
      table.put(Key.of("t", 2), new byte[1], 2);
      StringBuilder found = new StringBuilder();
      table
          .crash(new SplittableRandom(seed))
          .scan(null, null, false, (key, value, version) -> found.append(version).length() > 0);
      survivors.add(found.toString());
    }
    assertEquals(Set.of("", "1", "2", "12"), survivors);
  }
}
