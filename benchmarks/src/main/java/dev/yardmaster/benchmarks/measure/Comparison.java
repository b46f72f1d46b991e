package dev.yardmaster.benchmarks.measure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/**
 * Runs the sides of a comparison alternately, so that other load on the machine affects all sides
 * alike. Each repeat runs every side once. Every second repeat runs the sides in reverse order.
 * Each side first runs one unmeasured round, so that the JVM compiles the side's code before the
 * measurement. If other processes used much processor time during a round ({@link Disturbance}),
 * the round runs again, and the least disturbed attempt counts. An instance is for use by one
 * thread.
 */
public final class Comparison {

  private static final String REPEATS_DISTURBED_PROPERTY = "yardmaster.bench.repeatsDisturbed";

  private final String at;
  private final List<Side> sides;
  private final Plan plan;
  private final ProcessorTimes.Reader processors;
  private final NanoClock clock;
  private final ProgressListener progress;
  private final RemainingTime remainingTime;
  private final List<Kept> kept = new ArrayList<>();
  private int againLeft;

  /**
   * The rounds of a side that count: the measured rounds, without the attempts that were discarded.
   */
  private static final class Kept {
    final List<Round> rounds = new ArrayList<>();
    final List<Disturbance> disturbances = new ArrayList<>();
    final List<String> findings = new ArrayList<>();
  }

  private record Attempt(Round round, Disturbance disturbance) {}

  /**
   * Creates a comparison that has not run yet. If the system property {@value
   * #REPEATS_DISTURBED_PROPERTY} is {@code false}, disturbed rounds do not run again. Tests set
   * this field to false, because several tests run at the same time.
   *
   * @param at the name of the comparison within a report; empty if the report has only one
   *     comparison
   * @param sides the sides to compare: at least one, with distinct labels
   */
  public Comparison(
      String at,
      List<? extends Side> sides,
      Plan plan,
      NanoClock clock,
      ProgressListener progress) {
    this(
        at,
        sides,
        Boolean.parseBoolean(System.getProperty(REPEATS_DISTURBED_PROPERTY, "true"))
            ? plan
            : plan.unrepeated(),
        ProcessorTimes.ofSystem(),
        clock,
        progress);
  }

  Comparison(
      String at,
      List<? extends Side> sides,
      Plan plan,
      ProcessorTimes.Reader processors,
      NanoClock clock,
      ProgressListener progress) {
    this.at = at;
    this.sides = List.copyOf(sides);
    this.plan = plan;
    this.processors = processors;
    this.clock = clock;
    this.progress = progress;
    this.remainingTime =
        new RemainingTime(
            plan.rehearses() ? sides.size() : 0,
            plan.warmUpNs() + plan.rehearsedNs(),
            sides.size() * plan.repeats(),
            plan.warmUpNs() + plan.recordedNs());
    sides.forEach(side -> kept.add(new Kept()));
    againLeft = (int) Math.ceil(Disturbance.MAX_REMEASURED_SHARE * sides.size() * plan.repeats());
  }

  /**
   * Runs the comparison. Call this method at most once. An interrupt ends the comparison early; the
   * results then contain the repeats that all sides have completed.
   */
  public Results run() {
    try {
      for (int repeat = plan.rehearses() ? 0 : 1; repeat <= plan.repeats(); repeat++) {
        for (int side : order(repeat)) {
          measure(side, repeat);
        }
      }
      return results(false);
    } catch (InterruptedException e) {
      return results(true);
    }
  }

  private List<Integer> order(int repeat) {
    List<Integer> order = new ArrayList<>();
    for (int side = 0; side < sides.size(); side++) {
      order.add(side);
    }
    if (repeat > 0 && repeat % 2 == 0) {
      Collections.reverse(order);
    }
    return order;
  }

  private void measure(int side, int repeat) throws InterruptedException {
    Attempt best = attempt(side, repeat);
    int attempts = 1;
    while (repeat > 0
        && plan.repeatsDisturbed()
        && best.disturbance().isDisturbed()
        && attempts <= Disturbance.MAX_REMEASURED_PER_ROUND
        && againLeft > 0) {
      againLeft--;
      attempts++;
      remainingTime.again();
      Attempt again = attempt(side, repeat);
      best = again.disturbance().others() < best.disturbance().others() ? again : best;
    }
    if (repeat > 0) {
      kept.get(side).rounds.add(best.round());
      kept.get(side).disturbances.add(best.disturbance().after(attempts));
    }
  }

  private Attempt attempt(int index, int repeat) throws InterruptedException {
    Side side = sides.get(index);
    long recordedNs = repeat == 0 ? plan.rehearsedNs() : plan.recordedNs();
    remainingTime.begin(plan.warmUpNs() + recordedNs, clock.nanoTime());
    RecordedTimes times = new RecordedTimes(() -> times(side));
    Round round =
        side.run(
            repeat,
            recordedNs,
            (stage, perSecond) -> {
              times.enter(stage);
              progress.report(
                  new ComparisonStatus(
                      at.isEmpty() ? side.label() : side.label() + ", " + at,
                      stage,
                      repeat,
                      plan.repeats(),
                      remainingTime.secondsLeft(clock.nanoTime()),
                      perSecond));
            });
    Disturbance disturbance = times.disturbance();
    remainingTime.end(clock.nanoTime());
    String when = repeat == 0 ? ", unmeasured round: " : ", repeat " + repeat + ": ";
    round.findings().forEach(line -> kept.get(index).findings.add(side.label() + when + line));
    return new Attempt(round, disturbance);
  }

  /**
   * Reads the machine's processor times at the beginning and the end of the recorded interval of a
   * round. If a round reports no recorded interval, its disturbance is measured over the whole
   * round.
   */
  private static final class RecordedTimes {

    private final Supplier<ProcessorTimes> reader;
    private ProcessorTimes before;
    private ProcessorTimes after;
    private boolean recording;

    RecordedTimes(Supplier<ProcessorTimes> reader) {
      this.reader = reader;
      this.before = reader.get();
    }

    void enter(ComparisonStatus.Stage stage) {
      boolean records = stage == ComparisonStatus.Stage.RECORDING;
      if (after == null && records && !recording) {
        before = reader.get();
      } else if (after == null && recording && !records) {
        after = reader.get();
      }
      recording = records;
    }

    Disturbance disturbance() {
      return (after == null ? reader.get() : after).since(before);
    }
  }

  private ProcessorTimes times(Side side) {
    return plan.isJudged() ? processors.read(side.processes()) : ProcessorTimes.UNKNOWN;
  }

  /** Returns the results of the repeats that all sides have completed. */
  private Results results(boolean interrupted) {
    int repeats = kept.stream().mapToInt(each -> each.rounds.size()).min().orElse(0);
    List<Results.Row> rows = new ArrayList<>();
    for (int side = 0; side < sides.size() && repeats > 0; side++) {
      Kept of = kept.get(side);
      rows.add(
          Results.Row.of(
              sides.get(side),
              of.rounds.subList(0, repeats),
              plan.isJudged() ? of.disturbances.subList(0, repeats) : List.of(),
              of.findings));
    }
    return new Results(
        at, rows, kept.stream().flatMap(each -> each.findings.stream()).toList(), interrupted);
  }
}
