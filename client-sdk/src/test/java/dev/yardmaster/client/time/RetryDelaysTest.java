package dev.yardmaster.client.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RetryDelaysTest {

  private static List<Long> delays(long seed, long shortestMs, long longestMs, int count) {
    RetryDelays delays = new RetryDelays(shortestMs, longestMs, new Random(seed));
    List<Long> drawn = new ArrayList<>();
    long last = 0;
    for (int i = 0; i < count; i++) {
      last = delays.nextMs(last);
      drawn.add(last);
    }
    return drawn;
  }

  @Test
  void eachLiesBetweenTheShortestAndThreeTimesTheOneBefore() {
    for (long seed = 0; seed < 200; seed++) {
      long last = 0;
      for (long delay : delays(seed, 5, 400, 50)) {
        String replay = "seed=" + seed + ", last=" + last + ", delay=" + delay;
        assertTrue(delay >= 5 && delay <= 400, replay);
        assertTrue(delay <= Math.max(5, 3 * last), replay);
        last = delay;
      }
    }
  }

  @Test
  void theFirstIsTheShortest() {
    assertEquals(List.of(7L), delays(3, 7, 1000, 1));
  }

  @Test
  void theyReachTheLongestAndComeBack() {
    List<Long> drawn = delays(11, 1, 100, 500);
    assertTrue(drawn.contains(100L));
    assertTrue(drawn.lastIndexOf(100L) > drawn.indexOf(100L) + 1);
    assertTrue(drawn.subList(drawn.indexOf(100L), drawn.size()).stream().anyMatch(d -> d < 50));
  }

  @Test
  void clientsThatFailedTogetherDoNotComeBackTogether() {
    assertEquals(delays(1, 2, 2000, 20), delays(1, 2, 2000, 20));
    List<Long> one = delays(1, 2, 2000, 20);
    List<Long> other = delays(2, 2, 2000, 20);
    int same = 0;
    for (int i = 6; i < one.size(); i++) {
      same += one.get(i).equals(other.get(i)) ? 1 : 0;
    }
    assertTrue(same <= 3, one + " and " + other);
  }

  @Test
  void equalBoundsLeaveNoChoice() {
    assertEquals(List.of(9L, 9L, 9L), delays(1, 9, 9, 3));
  }
}
