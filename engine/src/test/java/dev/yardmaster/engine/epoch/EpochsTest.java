package dev.yardmaster.engine.epoch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EpochsTest {

  @Test
  void nothingIsFreedWhileAMemberIsInsideThatCouldHoldIt() {
    Epochs epochs = new Epochs(2);
    List<Integer> freed = new ArrayList<>();
    Retired<List<Integer>> retired = new Retired<>(epochs, List::add);
    var unused = epochs.member(0).enter();
    retired.add(freed, 7);
    for (int i = 0; i < 10; i++) {
      epochs.tryAdvance();
      retired.free(Integer.MAX_VALUE);
    }
    assertEquals(List.of(), freed);
    assertEquals(1, retired.size());

    epochs.member(0).exit();
    epochs.tryAdvance();
    epochs.tryAdvance();
    retired.free(Integer.MAX_VALUE);
    assertEquals(List.of(7), freed);
    assertEquals(0, retired.size());
  }

  @Test
  void whoEntersLaterHoldsNothingUp() {
    Epochs epochs = new Epochs(2);
    long first = epochs.current();
    epochs.tryAdvance();
    assertFalse(epochs.isOver(first));
    assertEquals(first + 1, epochs.member(1).enter());
    epochs.tryAdvance();
    assertTrue(epochs.isOver(first));
    epochs.tryAdvance();
    assertEquals(
        first + 2,
        epochs.current(),
        "the epoch must not advance while the member inside is in an earlier epoch");
  }

  @Test
  void freesAtMostSoMany() {
    Epochs epochs = new Epochs(1);
    List<Integer> freed = new ArrayList<>();
    Retired<List<Integer>> retired = new Retired<>(epochs, List::add);
    for (int i = 0; i < 100; i++) {
      retired.add(freed, i);
    }
    epochs.tryAdvance();
    epochs.tryAdvance();
    retired.free(30);
    assertEquals(30, freed.size());
    assertEquals(70, retired.size());
    retired.clear();
    retired.free(Integer.MAX_VALUE);
    assertEquals(30, freed.size());
  }

  /**
   * Members enter and exit epochs and remove objects at random. An object may be freed only after
   * every member that was inside an epoch when the object was removed has exited. At the end, all
   * objects must be freed, in the order of their removal.
   */
  @Test
  void anyCourse() {
    for (int seed = 1; seed <= 200; seed++) {
      course(seed);
    }
  }

  private static void course(int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int members = 1 + random.nextInt(5);
    String where = "seed=" + seed;
    Epochs epochs = new Epochs(members);
    int[] visits = new int[members];
    boolean[] inside = new boolean[members];
    Map<Integer, int[]> insideWhenTaken = new HashMap<>();
    ArrayDeque<Integer> taken = new ArrayDeque<>();
    Retired<int[]> retired =
        new Retired<>(
            epochs,
            (owner, number) -> {
              assertEquals(taken.poll(), number, where);
              int[] then = insideWhenTaken.get(number);
              for (int i = 0; i < members; i++) {
                assertFalse(inside[i] && then[i] == visits[i], where);
              }
            });
    for (int step = 0; step < 2_000; step++) {
      int member = random.nextInt(members);
      switch (random.nextInt(5)) {
        case 0, 1 -> {
          if (inside[member]) {
            epochs.member(member).exit();
            inside[member] = false;
          } else {
            var unused = epochs.member(member).enter();
            inside[member] = true;
            visits[member]++;
          }
        }
        case 2 -> {
          int[] then = new int[members];
          for (int i = 0; i < members; i++) {
            then[i] = inside[i] ? visits[i] : -1;
          }
          insideWhenTaken.put(step, then);
          taken.add(step);
          retired.add(then, step);
        }
        case 3 -> epochs.tryAdvance();
        default -> retired.free(1 + random.nextInt(5));
      }
    }
    for (int i = 0; i < members; i++) {
      epochs.member(i).exit();
      inside[i] = false;
    }
    epochs.tryAdvance();
    epochs.tryAdvance();
    retired.free(Integer.MAX_VALUE);
    assertEquals(0, retired.size(), where);
    assertTrue(taken.isEmpty(), where);
  }

  /**
   * The stays of all members that are inside an epoch are over as soon as each of these members has
   * left once, even if some of them have entered again.
   */
  @Test
  void staysAreOverWhenEachMemberHasLeftOnce() {
    Epochs epochs = new Epochs(3);
    var unusedFirst = epochs.member(0).enter();
    var unusedSecond = epochs.member(1).enter();
    Stays stays = epochs.stays();
    var unusedThird = epochs.member(2).enter();
    assertFalse(stays.areOver());
    epochs.member(0).exit();
    var unusedAgain = epochs.member(0).enter();
    assertFalse(stays.areOver());
    epochs.member(1).exit();
    assertTrue(stays.areOver());
    assertFalse(epochs.stays().areOver());
    assertTrue(new Epochs(2).stays().areOver());
  }
}
