package dev.yardmaster.engine.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RunningKeysTest {

  private record Use(long key, boolean writes) {}

  @Test
  void tellsConflictsAsAListOfUsesDoes() {
    for (long seed = 1; seed <= 20; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      RunningKeys keys = new RunningKeys();
      List<Use> uses = new ArrayList<>();
      int most = seed % 2 == 0 ? 40 : 1_500;
      for (int step = 0; step < 10_000; step++) {
        if (uses.isEmpty() || (uses.size() < most && random.nextInt(5) > 1)) {
          Use use = new Use(random.nextInt(2 * most), random.nextBoolean());
          keys.add(use.key(), use.writes());
          uses.add(use);
        } else {
          Use use = uses.remove(random.nextInt(uses.size()));
          keys.remove(use.key(), use.writes());
        }
        long key = random.nextInt(2 * most);
        String where = "seed=" + seed + ", step=" + step;
        boolean used = uses.stream().anyMatch(use -> use.key() == key);
        boolean written = uses.stream().anyMatch(use -> use.key() == key && use.writes());
        assertEquals(used, keys.conflicts(key, true), where);
        assertEquals(written, keys.conflicts(key, false), where);
      }
    }
  }
}
