package dev.yardmaster.reorder;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the writer table with a map. The tickets of the table overflow during the test. */
class WriterTableTest {
  private static final long SEED = 31;

  @ParameterizedTest
  @ValueSource(ints = {1, Integer.MAX_VALUE - 500, Integer.MAX_VALUE - 1, Integer.MAX_VALUE})
  void holdsTheWritersOfThisBatchOnly(int firstTicket) {
    WriterTable table = new WriterTable(firstTicket);
    for (int b = 0; b < 200; b++) {
      AccessSets batch = Batches.small(new SplittableRandom(SEED + b), 30);
      table.build(batch);
      Map<Long, List<Integer>> expected = writersByKey(batch);
      assertEquals(expected.isEmpty(), table.isEmpty());
      for (long key = -2; key < 100; key++) {
        String replay = "seed=" + (SEED + b) + " key=" + key + Batches.print(batch);
        assertEquals(expected.getOrDefault(key, List.of()), writers(table, key), replay);
      }
    }
  }

  private static List<Integer> writers(WriterTable table, long key) {
    List<Integer> writers = new ArrayList<>();
    int number = table.find(key);
    if (number >= 0) {
      for (int i = table.start(number); i < table.end(number); i++) {
        writers.add(table.writers()[i]);
      }
    }
    return writers;
  }

  private static Map<Long, List<Integer>> writersByKey(AccessSets batch) {
    Map<Long, List<Integer>> writers = new HashMap<>();
    for (int t = 0; t < batch.size(); t++) {
      for (int i = batch.writeStart(t); i < batch.writeEnd(t); i++) {
        List<Integer> ofKey = writers.computeIfAbsent(batch.writeAt(i), k -> new ArrayList<>());
        if (!ofKey.contains(t)) {
          ofKey.add(t);
        }
      }
    }
    return writers;
  }
}
