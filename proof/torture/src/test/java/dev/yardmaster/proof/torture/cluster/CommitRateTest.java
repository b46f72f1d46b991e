package dev.yardmaster.proof.torture.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests when the throughput counts as recovered after a fault. The test advances the clock. */
class CommitRateTest {

  private static final double HALF = 0.5;

  private final CommitRate rate = new CommitRate();

  /** Determines the irregular times of the calls. The fixed seed makes a failure repeatable. */
  private final SplittableRandom random = new SplittableRandom(7);

  private long nowMs;
  private double committed;

  private void run(int forMs, double commitsPerMs) {
    long endMs = nowMs + forMs;
    while (nowMs < endMs) {
      long ms = Math.min(endMs - nowMs, 1 + random.nextInt(5));
      nowMs += ms;
      committed += ms * commitsPerMs;
      rate.count(nowMs * 1_000_000, (long) committed);
    }
  }

  private void fault() {
    rate.fault(nowMs * 1_000_000);
  }

  private long backMs(double share) {
    long ns = rate.backNs(share);
    return ns == CommitRate.NOT_YET ? ns : TimeUnit.NANOSECONDS.toMillis(ns);
  }

  @Test
  void eachShareIsBackAtTheBeginningOfTheFirstHalfSecondThatHasIt() {
    rate.begin(0, 0);
    run(1_000, 100); // The clients have just begun: this second does not count.
    run(1_000, 10);
    fault();
    run(900, 0);
    run(1_100, 6);
    assertEquals(CommitRate.NOT_YET, backMs(Failovers.NEARLY_ALL));
    run(1_000, 10);
    assertEquals(900, (double) backMs(HALF), 100);
    assertEquals(2_000, (double) backMs(Failovers.NEARLY_ALL), 200);
  }

  @Test
  void aShortBurstIsNotTheRate() {
    rate.begin(0, 0);
    run(1_000, 10);
    fault();
    run(500, 0);
    run(200, 10);
    run(1_000, 0);
    assertEquals(CommitRate.NOT_YET, backMs(HALF));
  }

  @Test
  void commitsOfTheFaultsOwnStepAreFromBeforeIt() {
    rate.begin(0, 0);
    run(1_050, 10);
    fault();
    run(50, 100);
    run(2_000, 0);
    assertEquals(CommitRate.NOT_YET, backMs(HALF));
  }

  @Test
  void aNewCountForgetsTheOneBefore() {
    rate.begin(0, 0);
    run(3_000, 100);
    rate.begin(nowMs * 1_000_000, (long) committed);
    run(1_000, 10);
    fault();
    run(1_000, 10);
    assertEquals(100, (double) backMs(HALF), 100);
    assertEquals(TimeUnit.SECONDS.toNanos(1), rate.countedNs());
  }

  @Test
  void aRateThatIsNotBackIsReportedAsTheLimit() {
    Failovers failovers = new Failovers();
    assertEquals(List.of(), failovers.lines());
    rate.begin(0, 0);
    run(1_000, 10);
    fault();
    run(1_000, 0);
    run(1_000, 6);
    failovers.add(rate);
    assertEquals(
        List.of(
            "half of the throughput       1 times, back after p50 1,000 ms, p99 1,000 ms, most"
                + " 1,000 ms",
            "0.9 of the throughput        1 times, back after p50 5,000 ms, p99 5,000 ms, most"
                + " 5,000 ms"),
        failovers.lines());
  }
}
