package dev.yardmaster.service.conflicts.sketch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Compares the weights in the sketch with exact counts. */
class SpaceSavingTest {

  private static final int PLACES = 32;

  private static void add(SpaceSaving sketch, long id, double weight) {
    int place = sketch.find(id);
    sketch.add(place < 0 ? sketch.take(id) : place, weight);
  }

  @Test
  void withRoomForAllItIsExact() {
    SpaceSaving sketch = new SpaceSaving(3);
    add(sketch, 7, 1);
    add(sketch, 8, 2);
    add(sketch, 7, 3);
    assertEquals(4, sketch.weight(sketch.find(7)));
    assertEquals(2, sketch.weight(sketch.find(8)));
    assertEquals(0, sketch.inherited(sketch.find(7)));
    assertEquals(-1, sketch.find(9));
  }

  @Test
  void theBoundsOfThePaperHold() {
    for (long seed = 1; seed <= 50; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      SpaceSaving sketch = new SpaceSaving(PLACES);
      Map<Long, Double> exact = new HashMap<>();
      double total = 0;
      for (int i = 0; i < 20_000; i++) {
        long id = (long) (1_000 * Math.pow(random.nextDouble(), 4));
        double weight = 1 + i / 5_000;
        total += weight;
        add(sketch, id, weight);
        exact.merge(id, weight, Double::sum);
      }
      for (Map.Entry<Long, Double> entry : exact.entrySet()) {
        int place = sketch.find(entry.getKey());
        String what = "seed " + seed + ", id " + entry.getKey();
        if (place < 0) {
          assertTrue(entry.getValue() <= total / PLACES, what);
        } else {
          double tooHigh = sketch.weight(place) - entry.getValue();
          assertTrue(tooHigh >= 0 && tooHigh <= sketch.inherited(place), what);
          assertTrue(sketch.inherited(place) <= total / PLACES, what);
        }
      }
    }
  }
}
