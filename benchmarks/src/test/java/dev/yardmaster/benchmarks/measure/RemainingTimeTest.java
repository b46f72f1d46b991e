package dev.yardmaster.benchmarks.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RemainingTimeTest {

  private static final long S = 1_000_000_000L;

  @Test
  void whatRoundsTakeBesidesIsExpectedOfTheRest() {
    RemainingTime remainingTime = new RemainingTime(1, S, 2, 4 * S);
    remainingTime.begin(S, 0);
    remainingTime.end(2 * S);
    assertEquals(10, remainingTime.secondsLeft(2 * S), 1.1);
    remainingTime.begin(4 * S, 2 * S);
    assertEquals(8, remainingTime.secondsLeft(4 * S), 1e-9);
    remainingTime.end(7 * S);
    remainingTime.begin(4 * S, 7 * S);
    remainingTime.end(12 * S);
    assertEquals(0, remainingTime.secondsLeft(12 * S), 1e-9);
  }
}
