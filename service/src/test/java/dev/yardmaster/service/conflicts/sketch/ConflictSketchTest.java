package dev.yardmaster.service.conflicts.sketch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.Key;
import dev.yardmaster.service.conflicts.ConflictKind;
import dev.yardmaster.service.conflicts.Conflicts;
import dev.yardmaster.service.conflicts.HotKey;
import dev.yardmaster.service.conflicts.ProcedurePair;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the counts of conflicts, and the decay of the counts. */
class ConflictSketchTest {

  private static final long SECOND_NS = 1_000_000_000L;

  private final ProcedureNames names = new ProcedureNames(Conflicts.UNKNOWN, Conflicts.INTERACTIVE);
  private final ConflictSketch sketch = new ConflictSketch(0);

  private Conflicts conflicts() {
    ConflictSummary summary = new ConflictSummary();
    summary.add(sketch.published());
    return summary.conflicts(names);
  }

  private void meet(long key, int times) {
    for (int i = 0; i < times; i++) {
      sketch.onKey(AbortCause.VICTIM, key, Key.of("t", key));
    }
  }

  @Test
  void whatHappenedCountsHalfAfterTenSeconds() {
    meet(1, 100);
    sketch.sweep(SECOND_NS / 10);
    assertEquals(99.0, (double) conflicts().hotKeys().get(0).count(), 1.0);
    meet(2, 60);
    sketch.sweep(10 * SECOND_NS);
    assertEquals("t/1", conflicts().hotKeys().get(0).key());
    assertEquals(50, conflicts().hotKeys().get(0).count());
    assertEquals(Map.of(ConflictKind.VICTIM, 50L), conflicts().hotKeys().get(0).kinds());
    meet(2, 40);
    sketch.sweep(11 * SECOND_NS);
    assertEquals("t/2", conflicts().hotKeys().get(0).key());
  }

  @Test
  void countsSurviveThatWeightsAreBroughtBack() {
    for (long second = 1; second <= 2_000; second++) {
      meet(1, 10);
      sketch.sweep(second * SECOND_NS);
    }
    // There are 10 conflicts per second, and each conflict's count has a half-life of 10 s. The
    // test reads the counts 1 s after the last 10 conflicts.
    double sum = 10 / (Math.pow(2, 0.1) - 1);
    assertEquals(sum, (double) conflicts().hotKeys().get(0).count(), 1.0);
  }

  @Test
  void afterALongRestNothingIsLeftToShowOrToDo() {
    meet(1, 1_000_000);
    sketch.between(names.numberOf("a"), names.numberOf("b"));
    sketch.sweep(SECOND_NS);
    assertEquals(1, conflicts().pairs().size());
    sketch.sweep(1_000 * SECOND_NS);
    assertEquals(new Conflicts(List.of(), List.of()), conflicts());
    ConflictSketch.Published rest = sketch.published();
    sketch.sweep(1_001 * SECOND_NS);
    assertSame(rest, sketch.published());
  }

  @Test
  void itIsPublishedTenTimesASecondOnly() {
    meet(1, 1);
    sketch.sweep(SECOND_NS / 10 - 1);
    assertTrue(conflicts().hotKeys().isEmpty());
    sketch.sweep(SECOND_NS / 10);
    assertEquals(1, conflicts().hotKeys().size());
  }

  @Test
  void aHotKeyIsFoundAmongManyColdOnes() {
    for (int i = 0; i < 10_000; i++) {
      meet(1_000 + i, 1);
      meet(1, i % 5 == 0 ? 1 : 0);
    }
    sketch.sweep(SECOND_NS / 10);
    HotKey hottest = conflicts().hotKeys().get(0);
    assertEquals("t/1", hottest.key());
    assertTrue(hottest.count() <= 2_000);
    assertTrue(hottest.count() + hottest.unseen() >= 1_980, hottest.toString());
  }

  @Test
  void sketchesAreAddedUp() {
    ConflictSketch other = new ConflictSketch(0);
    meet(1, 3);
    other.repaired(1, Key.of("t", 1));
    other.waited(1, Key.of("t", 1));
    sketch.between(names.numberOf("a"), names.numberOf("b"));
    other.between(names.numberOf("a"), names.numberOf("b"));
    sketch.sweep(SECOND_NS / 10);
    other.sweep(SECOND_NS / 10);
    ConflictSummary summary = new ConflictSummary();
    summary.add(sketch.published());
    summary.add(other.published());
    Conflicts both = summary.conflicts(names);
    assertEquals(
        Map.of(ConflictKind.VICTIM, 3L, ConflictKind.REPAIRED, 1L, ConflictKind.WAITED, 1L),
        both.hotKeys().get(0).kinds());
    assertEquals(new ProcedurePair("a", "b", 2, 0), both.pairs().get(0));
  }
}
