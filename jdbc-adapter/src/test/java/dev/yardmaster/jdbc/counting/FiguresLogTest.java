package dev.yardmaster.jdbc.counting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.jdbc.LoggedLines;
import dev.yardmaster.jdbc.figures.DatabaseFigures;
import dev.yardmaster.jdbc.figures.PassReason;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class FiguresLogTest {
  private static final long MINUTE_NS = TimeUnit.MINUTES.toNanos(1);
  private static final DatabaseFigures NONE = figures(0, 0, 0, true);

  @RegisterExtension final LoggedLines lines = new LoggedLines(DatabaseFigures.class.getName());

  private static DatabaseFigures figures(long committed, long aborted, long waits, boolean on) {
    return new DatabaseFigures(
        committed,
        2,
        Map.of("40001", aborted, "23505", aborted / 10),
        aborted,
        waits,
        waits * 1_500_000,
        7_000_000,
        0,
        Map.of(PassReason.NOT_CONTENDED, committed / 2, PassReason.OFF, 0L),
        0,
        0,
        0,
        0,
        0,
        0,
        on);
  }

  @Test
  void aLineTellsWhatHasEndedSinceTheLastLine() {
    DatabaseFigures first = figures(100, 10, 5, true);
    assertEquals(
        "12,000 committed in 60 s (200/s), 0 rolled back, 330 aborted (40001 300, 23505 30), 20"
            + " waits of 1.5 ms on average, 6,000 passed (not-contended 6,000)",
        FiguresLog.line(first, figures(12_100, 310, 25, true), MINUTE_NS));
    assertEquals(
        "0 committed in 60 s (0/s), 0 rolled back, 0 aborted, 0 waits, 0 passed; scheduling is off",
        FiguresLog.line(first, figures(100, 10, 5, false), MINUTE_NS));
  }

  @Test
  void aMinuteWithoutTransactionsHasNoLine() {
    FiguresLog log = new FiguresLog(MINUTE_NS, NONE, 0);
    assertFalse(log.isDue(MINUTE_NS - 1));
    assertTrue(log.isDue(MINUTE_NS));
    log.write("bank", figures(60, 0, 0, true), MINUTE_NS);
    assertFalse(log.isDue(MINUTE_NS + 1));
    log.write("bank", figures(60, 0, 0, true), 2 * MINUTE_NS);
    assertEquals(
        List.of(
            "bank: 60 committed in 60 s (1/s), 0 rolled back, 0 aborted, 0 waits, 30 passed"
                + " (not-contended 30)"),
        lines.all());
  }

  @Test
  void anIntervalOf0IsOff() {
    FiguresLog log = new FiguresLog(0, NONE, 0);
    assertFalse(log.isDue(Long.MAX_VALUE / 2));
    log.write("bank", figures(60, 0, 0, true), MINUTE_NS);
    assertEquals(List.of(), lines.all());
  }
}
