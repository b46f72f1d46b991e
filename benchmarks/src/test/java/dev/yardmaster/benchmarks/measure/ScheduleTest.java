package dev.yardmaster.benchmarks.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ScheduleTest {

  private static final long S = 1_000_000_000L;

  @Test
  void whatRoundsTakeBesidesIsExpectedOfTheRest() {
    Schedule schedule = new Schedule(1, S, 2, 4 * S);
    schedule.begin(S, 0);
    schedule.end(2 * S);
    assertEquals(10, schedule.secondsLeft(2 * S), 1.1);
    schedule.begin(4 * S, 2 * S);
    assertEquals(8, schedule.secondsLeft(4 * S), 1e-9);
    schedule.end(7 * S);
    schedule.begin(4 * S, 7 * S);
    schedule.end(12 * S);
    assertEquals(0, schedule.secondsLeft(12 * S), 1e-9);
  }
}
