package dev.yardmaster.benchmarks.wire;

import dev.yardmaster.benchmarks.run.LoadRun;
import dev.yardmaster.benchmarks.run.Progress;
import dev.yardmaster.benchmarks.run.Standing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Runs sides alternating, in reverse order in every second repeat, after an unmeasured round of
 * each.
 */
public final class WireComparison {

  private final List<WireSide> sides;
  private final WireLoad load;
  private final long recordedNs;
  private final int repeats;
  private final Progress progress;
  private final List<String> brokenInvariants = new ArrayList<>();

  /**
   * A comparison that is yet to run.
   *
   * @param recordedNs how long a side is recorded in each repeat, in ns
   */
  public WireComparison(
      List<WireSide> sides, WireLoad load, long recordedNs, int repeats, Progress progress) {
    this.sides = List.copyOf(sides);
    this.load = load;
    this.recordedNs = recordedNs;
    this.repeats = repeats;
    this.progress = progress;
  }

  /** Runs it, once. */
  public WireResults run() throws InterruptedException {
    List<List<WireFigures>> figures = new ArrayList<>();
    sides.forEach(side -> figures.add(new ArrayList<>()));
    for (int repeat = load.warmUpNs() == 0 ? 1 : 0; repeat <= repeats; repeat++) {
      for (int side : order(repeat)) {
        WireFigures found = run(sides.get(side), repeat);
        if (repeat > 0) {
          figures.get(side).add(found);
        }
      }
    }
    List<WireResults.Row> rows = new ArrayList<>();
    for (int side = 0; side < sides.size(); side++) {
      rows.add(new WireResults.Row(sides.get(side).label(), figures.get(side)));
    }
    return new WireResults(rows, brokenInvariants);
  }

  private List<Integer> order(int repeat) {
    List<Integer> order = new ArrayList<>();
    for (int side = 0; side < sides.size(); side++) {
      order.add(side);
    }
    if (repeat % 2 == 0) {
      Collections.reverse(order);
    }
    return order;
  }

  private WireFigures run(WireSide side, int repeat) throws InterruptedException {
    LoadRun.IntervalProgress interval =
        (stage, rate) ->
            progress.report(
                new Standing(side.label(), stage, repeat, repeats, secondsLeft(repeat), rate));
    WireSide.Ended ended = side.run(load, repeat == 0 ? 0 : recordedNs, interval);
    ended
        .brokenInvariant()
        .ifPresent(
            line ->
                brokenInvariants.add(
                    side.label()
                        + (repeat == 0 ? ", unmeasured round: " : ", repeat " + repeat + ": ")
                        + line));
    return ended.figures();
  }

  /** By the intervals alone: sides differ much in what they take to load and to check. */
  private double secondsLeft(int repeat) {
    long roundNs = load.warmUpNs() + recordedNs;
    return (double) (repeats - repeat + 1) * sides.size() * roundNs / 1e9;
  }
}
