package dev.yardmaster.benchmarks.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.agrona.concurrent.NanoClock;

/**
 * Runs the sides of an experiment alternating, so that whatever else the machine does meets all of
 * them alike: in every repeat each side once, in reverse order in every second repeat. One
 * unmeasured round of each goes before, so that none is measured while its code is being compiled.
 */
public final class SideBySide {

  private final Experiment experiment;
  private final NanoClock clock;
  private final Progress progress;
  private final Round round;
  private final Schedule schedule;
  private final List<List<Figures>> figures = new ArrayList<>();
  private final List<String> brokenInvariants = new ArrayList<>();

  /** A comparison that is yet to run. */
  public SideBySide(Experiment experiment, Launcher launcher, NanoClock clock, Progress progress) {
    this.experiment = experiment;
    this.clock = clock;
    this.progress = progress;
    this.round = new Round(experiment, launcher, clock);
    int sides = experiment.sides().size();
    this.schedule =
        new Schedule(
            experiment.warmUpNs() == 0 ? 0 : sides,
            experiment.warmUpNs(),
            sides * experiment.repeats(),
            experiment.warmUpNs() + experiment.recordedNs());
    experiment.sides().forEach(side -> figures.add(new ArrayList<>()));
  }

  /**
   * Runs it, once. An interrupt ends it early, with the repeats that have ended.
   *
   * @throws dev.yardmaster.benchmarks.workload.WorkloadFailure if a transaction ended as none
   *     should
   */
  public Results run() {
    try {
      runRounds();
      return Results.of(experiment, figures, brokenInvariants, false);
    } catch (InterruptedException e) {
      return Results.of(experiment, figures, brokenInvariants, true);
    }
  }

  private void runRounds() throws InterruptedException {
    if (experiment.warmUpNs() > 0) {
      for (int side = 0; side < experiment.sides().size(); side++) {
        run(side, 0, 0);
      }
    }
    for (int repeat = 1; repeat <= experiment.repeats(); repeat++) {
      for (int side : order(repeat)) {
        figures.get(side).add(run(side, repeat, experiment.recordedNs()));
      }
    }
  }

  private List<Integer> order(int repeat) {
    List<Integer> order = new ArrayList<>();
    for (int side = 0; side < experiment.sides().size(); side++) {
      order.add(side);
    }
    if (repeat % 2 == 0) {
      Collections.reverse(order);
    }
    return order;
  }

  private Figures run(int index, int repeat, long recordedNs) throws InterruptedException {
    Side side = experiment.sides().get(index);
    schedule.begin(experiment.warmUpNs() + recordedNs, clock.nanoTime());
    Round.Ended ended =
        round.run(
            side,
            repeat,
            experiment.warmUpNs(),
            recordedNs,
            (stage, committedPerSecond) ->
                progress.report(
                    new Standing(
                        side.label(),
                        stage,
                        repeat,
                        experiment.repeats(),
                        schedule.secondsLeft(clock.nanoTime()),
                        committedPerSecond)));
    schedule.end(clock.nanoTime());
    ended
        .brokenInvariant()
        .ifPresent(line -> brokenInvariants.add(side.label() + ", " + name(repeat) + ": " + line));
    return ended.figures();
  }

  private static String name(int repeat) {
    return repeat == 0 ? "unmeasured round" : "repeat " + repeat;
  }
}
