package dev.yardmaster.benchmarks.run;

import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.NanoClock;

/**
 * Runs a side in memory, with its log forced now and then, and with its log forced before each
 * answer, alternating, and next to the last of them the {@link RawLoop} with blocks of the length
 * that its groups had in the same repeat.
 */
public final class DiskComparison {

  /** In memory, then durable; the last is the one that waits for the disk. */
  public static final List<Side> SIDES =
      List.of(Side.parse("full"), Side.parse("full+async"), Side.parse("full+sync"));

  private static final int SYNC = 2;
  private static final String RAW = "raw loop";

  private final Experiment experiment;
  private final NanoClock clock;
  private final Progress progress;
  private final Round round;
  private final Schedule schedule;
  private final List<List<Figures>> figures = new ArrayList<>();
  private final List<RawRate> raw = new ArrayList<>();
  private final List<String> brokenInvariants = new ArrayList<>();

  /**
   * What the raw loop did in one repeat.
   *
   * @param blockBytes length of its blocks
   * @param blocksPerSecond how many it wrote and forced
   * @param syncBytesPerSecond what the side that waits for the disk wrote to its log
   */
  public record RawRate(int blockBytes, double blocksPerSecond, double syncBytesPerSecond) {

    /** What it wrote. */
    public double bytesPerSecond() {
      return blockBytes * blocksPerSecond;
    }

    /** What part of that the log wrote in the same repeat. */
    public double syncToRaw() {
      return syncBytesPerSecond / bytesPerSecond();
    }
  }

  /**
   * What was found.
   *
   * @param raw a rate for each repeat
   */
  public record Found(Results results, List<RawRate> raw) {

    /** Copies the list. */
    public Found {
      raw = List.copyOf(raw);
    }

    /** The side that waits for the disk. */
    public SideResult sync() {
      return results.sides().get(SYNC);
    }

    /** What part of the raw loop's rate its log reached, repeat by repeat. */
    public Spread syncToRaw() {
      return Spread.of(raw.stream().mapToDouble(RawRate::syncToRaw).toArray());
    }
  }

  /**
   * A comparison that is yet to run.
   *
   * @param experiment of {@link #SIDES}
   */
  public DiskComparison(
      Experiment experiment, Launcher launcher, NanoClock clock, Progress progress) {
    this.experiment = experiment;
    this.clock = clock;
    this.progress = progress;
    this.round = new Round(experiment, launcher, clock);
    int runs = experiment.sides().size() + 1;
    this.schedule =
        new Schedule(
            runs,
            experiment.warmUpNs(),
            runs * experiment.repeats(),
            experiment.warmUpNs() + experiment.recordedNs());
    experiment.sides().forEach(side -> figures.add(new ArrayList<>()));
  }

  /** Runs it, once. */
  public Found run() throws InterruptedException {
    runRepeat(0);
    figures.forEach(List::clear);
    raw.clear();
    for (int repeat = 1; repeat <= experiment.repeats(); repeat++) {
      runRepeat(repeat);
    }
    return new Found(Results.of(experiment, figures, brokenInvariants, false), raw);
  }

  private void runRepeat(int repeat) throws InterruptedException {
    for (int i = 0; i <= SYNC; i++) {
      int side = repeat % 2 == 0 ? SYNC - i : i;
      Figures found = runSide(side, repeat);
      figures.get(side).add(found);
      if (side == SYNC) {
        raw.add(runRaw(found.log(), repeat));
      }
    }
  }

  private long recordedNs(int repeat) {
    return repeat == 0 ? 0 : experiment.recordedNs();
  }

  private Figures runSide(int index, int repeat) throws InterruptedException {
    Side side = experiment.sides().get(index);
    schedule.begin(experiment.warmUpNs() + recordedNs(repeat), clock.nanoTime());
    Round.Ended ended =
        round.run(
            side,
            repeat,
            experiment.warmUpNs(),
            recordedNs(repeat),
            (stage, rate) -> report(side.label(), stage, repeat, rate));
    schedule.end(clock.nanoTime());
    ended.brokenInvariant().ifPresent(line -> brokenInvariants.add(side.label() + ": " + line));
    return ended.figures();
  }

  private RawRate runRaw(LogFigures log, int repeat) throws InterruptedException {
    schedule.begin(experiment.warmUpNs() + recordedNs(repeat), clock.nanoTime());
    long segmentBytes = experiment.pipeline().durability().segmentBytes();
    try (ScratchDirectory directory = ScratchDirectory.in(experiment.data());
        RawLoop loop = new RawLoop(directory.path(), log.loggedBytesPerForce(), segmentBytes)) {
      report(RAW, Standing.Stage.WARMING_UP, repeat, 0);
      double warm = loop.run(experiment.warmUpNs(), clock);
      report(RAW, Standing.Stage.RECORDING, repeat, 0);
      double rate = repeat == 0 ? warm : loop.run(experiment.recordedNs(), clock);
      return new RawRate(loop.blockBytes(), rate, log.loggedBytesPerSecond());
    } catch (IOException e) {
      if (Thread.interrupted()) {
        throw new InterruptedException(); // it closed the file under the loop
      }
      throw new WorkloadFailure(RAW + ": " + e, e);
    } finally {
      schedule.end(clock.nanoTime());
    }
  }

  private void report(String label, Standing.Stage stage, int repeat, double rate) {
    progress.report(
        new Standing(
            label,
            stage,
            repeat,
            experiment.repeats(),
            schedule.secondsLeft(clock.nanoTime()),
            rate));
  }
}
