package dev.yardmaster.benchmarks.engine;

import dev.yardmaster.benchmarks.run.Progress;
import dev.yardmaster.benchmarks.run.Standing;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
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

  private final List<Contender> contenders;
  private final int repeats;
  private final boolean warms;
  private final boolean mustCommit;
  private final double plannedRoundNs;
  private final NanoClock clock;
  private final Progress progress;
  private final List<List<EngineFigures>> figures = new ArrayList<>();
  private final List<String> findings = new ArrayList<>();
  private int roundsDone;
  private long begunNs;

  /** A comparison of a setup's sides that is yet to run. */
  public EngineComparison(EngineSetup setup, NanoClock clock, Progress progress) {
    this(Contender.of(setup), clock, progress, true);
  }

  /**
   * A comparison of sides that may run different things, as often as the first has repeats. One may
   * come to a standstill: its figures are 0 then.
   *
   * @param contenders one or more; all on threads, or all simulated
   */
  public EngineComparison(List<Contender> contenders, NanoClock clock, Progress progress) {
    this(contenders, clock, progress, false);
  }

  private EngineComparison(
      List<Contender> contenders, NanoClock clock, Progress progress, boolean mustCommit) {
    this.mustCommit = mustCommit;
    this.contenders = List.copyOf(contenders);
    this.clock = clock;
    this.progress = progress;
    EngineSetup first = contenders.get(0).setup();
    repeats = first.repeats();
    warms = !first.simulated() && first.warmUpNs() > 0;
    plannedRoundNs = first.warmUpNs() + first.recordedNs();
    contenders.forEach(each -> figures.add(new ArrayList<>()));
  }

  /**
   * Runs it, once.
   *
   * @throws WorkloadFailure if a transaction ended as none should
   */
  public EngineResults run() throws InterruptedException {
    begunNs = clock.nanoTime();
    if (warms) {
      for (int side = 0; side < contenders.size(); side++) {
        run(side, 0);
      }
    }
    for (int repeat = 1; repeat <= repeats; repeat++) {
      for (int side : order(repeat)) {
        figures.get(side).add(run(side, repeat));
      }
    }
    List<EngineResults.Row> rows = new ArrayList<>();
    for (int side = 0; side < contenders.size(); side++) {
      rows.add(new EngineResults.Row(contenders.get(side).side(), figures.get(side)));
    }
    return new EngineResults(rows, findings);
  }

  private List<Integer> order(int repeat) {
    List<Integer> order = new ArrayList<>();
    for (int side = 0; side < contenders.size(); side++) {
      order.add(side);
    }
    if (repeat % 2 == 0) {
      Collections.reverse(order);
    }
    return order;
  }

  private EngineFigures run(int index, int repeat) throws InterruptedException {
    Contender contender = contenders.get(index);
    EngineRound.Ended ended =
        new EngineRound(
                contender.setup(),
                repeat,
                clock::nanoTime,
                (stage, rate) ->
                    progress.report(
                        new Standing(
                            contender.label(), stage, repeat, repeats, secondsLeft(), rate)))
            .run(contender.side());
    roundsDone++;
    if (mustCommit && ended.figures().committedPerSecond() == 0) {
      throw new WorkloadFailure(
          "no transaction has committed within "
              + contender.setup().recordedNs()
              + " ns: protocol="
              + contender.label()
              + "; longer --seconds may help");
    }
    ended
        .finding()
        .ifPresent(line -> findings.add(contender.label() + ", repeat " + repeat + ": " + line));
    return ended.figures();
  }

  /** By how long the rounds before took; by the plan while there are none. */
  private double secondsLeft() {
    int rounds = contenders.size() * (repeats + (warms ? 1 : 0));
    double spentNs = clock.nanoTime() - begunNs;
    double perRoundNs = roundsDone == 0 ? plannedRoundNs : spentNs / roundsDone;
    return Math.max(0, rounds * perRoundNs - spentNs) / NS_PER_SECOND;
  }
}
