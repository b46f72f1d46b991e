package dev.yardmaster.engine.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RunningKeysTest {

  private record Use(int key, boolean writes) {}

  @Test
  void tellsConflictsAsCountsOfUsesDo() {
    for (long seed = 1; seed <= 20; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      RunningKeys keys = new RunningKeys();
      int most = seed % 2 == 0 ? 40 : 1_500;
      List<Use> uses = new ArrayList<>();
      int[] used = new int[2 * most];
      int[] written = new int[2 * most];
      for (int step = 0; step < 10_000; step++) {
        if (uses.isEmpty() || (uses.size() < most && random.nextInt(5) > 1)) {
          Use use = new Use(random.nextInt(2 * most), random.nextBoolean());
          keys.add(use.key(), use.writes());
          uses.add(use);
          used[use.key()]++;
          written[use.key()] += use.writes() ? 1 : 0;
        } else {
          Use use = uses.remove(random.nextInt(uses.size()));
          keys.remove(use.key(), use.writes());
          used[use.key()]--;
          written[use.key()] -= use.writes() ? 1 : 0;
        }
        int key = random.nextInt(2 * most);
        String where = "seed=" + seed + ", step=" + step;
        assertEquals(used[key] > 0, keys.conflicts(key, true), where);
        assertEquals(written[key] > 0, keys.conflicts(key, false), where);
      }
    }
  }
}
