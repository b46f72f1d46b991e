package dev.yardmaster.benchmarks.engine;

import dev.yardmaster.benchmarks.run.Progress;
import dev.yardmaster.benchmarks.run.Standing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.agrona.concurrent.NanoClock;

/**
 * Runs the sides alternating: in every repeat each once, in reverse order in every second repeat.
 * Where workers have threads, one unmeasured round of each goes before.
 */
public final class EngineComparison {

  private static final double NS_PER_SECOND = 1e9;

  private final EngineSetup setup;
  private final NanoClock clock;
  private final Progress progress;
  private final List<List<EngineFigures>> figures = new ArrayList<>();
  private final List<String> findings = new ArrayList<>();
  private int roundsDone;
  private long begunNs;

  /** A comparison that is yet to run. */
  public EngineComparison(EngineSetup setup, NanoClock clock, Progress progress) {
    this.setup = setup;
    this.clock = clock;
    this.progress = progress;
    setup.sides().forEach(side -> figures.add(new ArrayList<>()));
  }

  /**
   * Runs it, once.
   *
   * @throws dev.yardmaster.benchmarks.workload.WorkloadFailure if a transaction ended as none
   *     should
   */
  public EngineResults run() throws InterruptedException {
    begunNs = clock.nanoTime();
    if (warmRounds() > 0) {
      for (int side = 0; side < setup.sides().size(); side++) {
        run(side, 0);
      }
    }
    for (int repeat = 1; repeat <= setup.repeats(); repeat++) {
      for (int side : order(repeat)) {
        figures.get(side).add(run(side, repeat));
      }
    }
    List<EngineResults.Row> rows = new ArrayList<>();
    for (int side = 0; side < setup.sides().size(); side++) {
      rows.add(new EngineResults.Row(setup.sides().get(side), figures.get(side)));
    }
    return new EngineResults(rows, findings);
  }

  private int warmRounds() {
    return setup.simulated() || setup.warmUpNs() == 0 ? 0 : setup.sides().size();
  }

  private List<Integer> order(int repeat) {
    List<Integer> order = new ArrayList<>();
    for (int side = 0; side < setup.sides().size(); side++) {
      order.add(side);
    }
    if (repeat % 2 == 0) {
      Collections.reverse(order);
    }
    return order;
  }

  private EngineFigures run(int index, int repeat) throws InterruptedException {
    EngineSide side = setup.sides().get(index);
    EngineRound.Ended ended =
        new EngineRound(
                setup,
                repeat,
                clock::nanoTime,
                (stage, rate) ->
                    progress.report(
                        new Standing(
                            side.label(), stage, repeat, setup.repeats(), secondsLeft(), rate)))
            .run(side);
    roundsDone++;
    ended
        .finding()
        .ifPresent(line -> findings.add(side.label() + ", repeat " + repeat + ": " + line));
    return ended.figures();
  }

  /** By how long the rounds before took; by the plan while there are none. */
  private double secondsLeft() {
    int rounds = warmRounds() + setup.sides().size() * setup.repeats();
    double spentNs = clock.nanoTime() - begunNs;
    double plannedNs = setup.warmUpNs() + setup.recordedNs();
    double perRoundNs = roundsDone == 0 ? plannedNs : spentNs / roundsDone;
    return Math.max(0, rounds * perRoundNs - spentNs) / NS_PER_SECOND;
  }
}
