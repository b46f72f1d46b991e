package dev.yardmaster.benchmarks.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Checks that sides alternate and that a disturbed round is run again. */
class ComparisonTest {

  private static final long S = 1_000_000_000L;

  private final List<String> ran = new ArrayList<>();
  private final Deque<Double> others = new ArrayDeque<>();
  private double ticks;
  private double taken;
  private int rounds;

  /**
   * Returns processor times in which every round lasts one second on two processors. In each round,
   * other processes use the next share in the list, or no time if the list is empty.
   */
  private ProcessorTimes read(java.util.Collection<ProcessHandle> working) {
    if (rounds < ran.size()) {
      rounds = ran.size();
      ticks += 100;
      taken += 200 * (others.isEmpty() ? 0 : others.poll());
    }
    return new ProcessorTimes(ticks, taken, 0, 2, -1);
  }

  private Results run(Plan plan, ProgressListener progress, String... labels) {
    return new Comparison("", FakeSide.sides(ran, labels), plan, this::read, () -> 0, progress)
        .run();
  }

  private Results run(Plan plan, String... labels) {
    return run(plan, status -> {}, labels);
  }

  @Test
  void anUnmeasuredRoundGoesBeforeAndTheOrderTurnsAround() {
    Results results = run(Plan.of(S, S, 3), "a", "b", "c");
    assertEquals(
        List.of("a0", "b0", "c0", "a1", "b1", "c1", "c2", "b2", "a2", "a3", "b3", "c3"), ran);
    assertEquals(3, results.repeats());
    assertEquals(
        List.of(2.0, 3.0, 4.0),
        results.rows().get(0).figures().get("committedPerSecond").repeats());
  }

  @Test
  void withoutAWarmUpThereIsNoUnmeasuredRound() {
    run(Plan.of(0, S, 1), "a", "b");
    assertEquals(List.of("a1", "b1"), ran);
  }

  @Test
  void aDisturbedRoundIsRunAgainAndTheLeastDisturbedCounts() {
    others.addAll(List.of(0.3, 0.2, 0.01));
    Results results = run(Plan.of(0, S, 4), "a");
    assertEquals(
        List.of("a1", "a1", "a1", "a2", "a3", "a4"),
        ran,
        "the disturbed round runs two more times, and then no round is disturbed");
    Disturbance first = results.rows().get(0).rounds().get(0);
    assertEquals(0.01, first.others(), 1e-9);
    assertEquals(3, first.attempts());
    assertFalse(first.isDisturbed());
    assertEquals(3, results.rows().get(0).figures().get("committedPerSecond").repeats().get(0));
  }

  @Test
  void whatStaysDisturbedIsMarkedAndEnds() {
    for (int i = 0; i < 100; i++) {
      others.add(0.5);
    }
    Results results = run(Plan.of(0, S, 4), "a");
    assertEquals(
        6, ran.size(), "the number of additional rounds is half the number of rounds: " + ran);
    assertTrue(results.rows().get(0).rounds().stream().allMatch(Disturbance::isDisturbed));
  }

  @Test
  void whereTimeIsVirtualNothingIsJudged() {
    others.addAll(List.of(0.5, 0.5, 0.5));
    Results results = run(Plan.of(0, S, 2).unjudged(), "a");
    assertEquals(List.of("a1", "a2"), ran);
    assertEquals(List.of(), results.rows().get(0).rounds());
  }

  @Test
  void disturbedRoundsOfMinutesAreMarkedAndNotRunAgain() {
    others.addAll(List.of(0.5, 0.01));
    Results results = run(Plan.of(0, S, 2).unrepeated(), "a");
    assertEquals(List.of("a1", "a2"), ran);
    assertEquals(
        List.of(true, false),
        results.rows().get(0).rounds().stream().map(Disturbance::isDisturbed).toList());
  }

  /** A side whose stages last one second each. Other processes use a share of each second. */
  private final class StagedSide implements Side {

    @Override
    public String label() {
      return "staged";
    }

    @Override
    public Round run(int repeat, long recordedNs, RoundProgress progress) {
      for (ComparisonStatus.Stage stage : ComparisonStatus.Stage.values()) {
        progress.report(stage, 0);
        progress.report(stage, 1);
        ticks += 100;
        taken += 200 * others.remove();
      }
      return Round.of(new MetricValues().put(Metric.COMMITTED, 1), Optional.empty());
    }
  }

  @Test
  void onlyDisturbancesOfTheRecordedIntervalCount() {
    // The four stages are loading, warming up, recording and checking.
    others.addAll(List.of(0.9, 0.9, 0.01, 0.9));
    Results results =
        new Comparison(
                "",
                List.of(new StagedSide()),
                Plan.of(0, S, 1),
                working -> new ProcessorTimes(ticks, taken, 0, 2, -1),
                () -> 0,
                status -> {})
            .run();
    Disturbance found = results.rows().get(0).rounds().get(0);
    assertEquals(0.01, found.others(), 1e-9);
    assertEquals(1, found.attempts());
  }

  @Test
  void findingsSayWhere() {
    Results results = run(Plan.of(S, S, 1), "a", "broken");
    assertEquals(
        List.of("broken, unmeasured round: money is missing", "broken, repeat 1: money is missing"),
        results.findings());
    assertTrue(results.rows().get(0).isSound());
    assertFalse(results.rows().get(1).isSound());
  }

  @Test
  void whatIsLeftIsTold() {
    List<Double> left = new ArrayList<>();
    run(Plan.of(S, 3 * S, 2), status -> left.add(status.secondsLeft()), "a", "b");
    for (int i = 1; i < left.size(); i++) {
      assertTrue(left.get(i) < left.get(i - 1), left.toString());
    }
    assertTrue(left.get(0) >= 18, left.toString());
  }
}
