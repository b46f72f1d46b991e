package dev.yardmaster.benchmarks.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.measure.ComparisonStatus;
import dev.yardmaster.benchmarks.measure.Made;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.ProgressListener;
import dev.yardmaster.benchmarks.measure.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import org.agrona.concurrent.NanoClock;
import org.junit.jupiter.api.Test;

/**
 * Checks that each point is measured once and stored immediately, and that a resumed run does not
 * measure a stored point again.
 */
class ExperimentRunTest {

  private final List<String> measured = new ArrayList<>();
  private final List<Integer> kept = new ArrayList<>();
  private final List<ComparisonStatus> heard = new ArrayList<>();
  private long nowNs;

  /** A point whose measurement takes ten seconds of a clock; only the points advance this clock. */
  private class FakePoint implements Point {
    private final String key;

    FakePoint(String key) {
      this.key = key;
    }

    @Override
    public String key() {
      return key;
    }

    @Override
    public List<String> sides() {
      return List.of("side");
    }

    @Override
    public double expectedSeconds() {
      return 1;
    }

    @Override
    public Results measure(NanoClock clock, ProgressListener progress) throws InterruptedException {
      if (key.equals("interrupted")) {
        throw new InterruptedException();
      }
      progress.report(new ComparisonStatus("side", ComparisonStatus.Stage.RECORDING, 1, 2, 4, 0));
      nowNs += 10_000_000_000L;
      measured.add(key);
      return Made.results(key, Map.of("side", Map.of("figure", List.of(1.0))));
    }
  }

  private Figure figure(String id, String... keys) {
    List<Point> points = new ArrayList<>();
    for (String key : keys) {
      points.add(new FakePoint(key));
    }
    return new Figure(id, "title", "setting", points, List.of(), List.of());
  }

  private void run(Measurements measurements, Figure... figures) throws Exception {
    assertEquals(0, run(Long.MAX_VALUE, measurements, figures));
  }

  private int run(long limitNs, Measurements measurements, Figure... figures) throws Exception {
    return new ExperimentRun(
            List.of(figures),
            2,
            all -> kept.add(all.all().size()),
            measurements,
            () -> nowNs,
            heard::add,
            limitNs)
        .run();
  }

  @Test
  void noPointBeginsAfterTheTimeIsOver() throws Exception {
    Measurements measurements = new Measurements();
    Figure figure = figure("5", "a", "b", "c", "d");
    assertEquals(2, run(15_000_000_000L, measurements, figure));
    assertEquals(List.of("a", "b"), measured);
    assertEquals(List.of(1, 2, 2), kept);
    run(measurements, figure);
    assertEquals(List.of("a", "b", "c", "d"), measured);
  }

  @Test
  void pointsThatFiguresShareAreMeasuredOnce() throws Exception {
    Measurements measurements = new Measurements();
    run(measurements, figure("5", "a", "b"), figure("7", "b", "c"));
    assertEquals(List.of("a", "b", "c"), measured);
    assertEquals(
        List.of(1, 2, 3, 3), kept, "the measurements are stored after each point and at the end");
    assertTrue(measurements.has("c"));
  }

  @Test
  void whatIsLeftIsToldForAllPoints() throws Exception {
    run(new Measurements(), figure("5", "a", "b"), figure("7", "c"));
    assertEquals("Figure 5, point 1 of 3: side", heard.get(0).side());
    assertEquals("Figure 7, point 3 of 3: side", heard.get(2).side());
    // During the second point, 4 s of this point are left, plus 10 s for the third point, because
    // the first point took 10 s. During the third point, only 4 s of this point are left.
    assertEquals(
        6,
        heard.get(0).secondsLeft(),
        "before the first point ends, the other two points count with their expected times");
    assertEquals(14, heard.get(1).secondsLeft(), 1e-9);
    assertEquals(4, heard.get(2).secondsLeft(), 1e-9);
  }

  @Test
  void aRunGoesOnWhereItWasBrokenOff() throws Exception {
    Measurements measurements = new Measurements();
    Figure brokenOff = figure("5", "a", "interrupted", "b");
    assertThrows(InterruptedException.class, () -> run(measurements, brokenOff));
    assertEquals(List.of("a"), measured);
    assertEquals(List.of(1), kept);
    run(measurements, figure("5", "a", "b"));
    assertEquals(List.of("a", "b"), measured);
  }

  /**
   * A point in virtual time, whose measurement ends only after another measurement has also begun.
   */
  private Point virtualPoint(String key, CyclicBarrier bothBegun) {
    return new FakePoint(key) {
      @Override
      public boolean isVirtual() {
        return true;
      }

      @Override
      public Results measure(NanoClock clock, ProgressListener progress)
          throws InterruptedException {
        try {
          bothBegun.await();
        } catch (BrokenBarrierException e) {
          throw new IllegalStateException(e);
        }
        return Made.results(key, Map.of("side", Map.of("figure", List.of(1.0))));
      }
    };
  }

  @Test
  void pointsInVirtualTimeAreMeasuredTogetherAndBeforeAllOthers() throws Exception {
    CyclicBarrier bothBegun = new CyclicBarrier(2);
    Measurements measurements = new Measurements();
    Figure figure =
        new Figure(
            "5",
            "title",
            "setting",
            List.of(
                new FakePoint("a"),
                virtualPoint("v", bothBegun),
                new FakePoint("b"),
                virtualPoint("w", bothBegun)),
            List.of(),
            List.of());
    run(measurements, figure);
    assertEquals(List.of("a", "b"), measured);
    assertEquals("Figure 5, point 3 of 4: side", heard.get(0).side());
    assertTrue(measurements.has("v") && measurements.has("w"));
    assertEquals(List.of(1, 2, 3, 4, 4), kept);
  }

  @Test
  void aFailureEndsTheMeasurementsUnderWay() {
    Point waits = virtualPoint("waits", new CyclicBarrier(2));
    Point fails =
        new FakePoint("fails") {
          @Override
          public boolean isVirtual() {
            return true;
          }

          @Override
          public Results measure(NanoClock clock, ProgressListener progress) {
            throw new IllegalArgumentException("broken");
          }
        };
    Figure figure =
        new Figure("5", "title", "setting", List.of(waits, fails), List.of(), List.of());
    IllegalArgumentException failure =
        assertThrows(IllegalArgumentException.class, () -> run(new Measurements(), figure));
    assertEquals("broken", failure.getMessage());
  }
}
