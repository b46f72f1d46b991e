package dev.yardmaster.play.demo;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineCounters;
import dev.yardmaster.server.cli.FigureTable;
import dev.yardmaster.server.cli.TextTable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.agrona.concurrent.NanoClock;

/**
 * Runs the same load on a pipeline in each {@link DemoMode}, one after another, and prints the
 * figures of each second and of each mode. One thread calls {@link #run}.
 */
public final class HotKeyDemo {

  /** The number of transactions in flight. */
  private static final int IN_FLIGHT = 300;

  /** The stock at the beginning. It is so large that no run can sell it. */
  private static final long STOCK = 1_000_000_000L;

  /** The warm-up of each mode, as a share of its measured time. */
  private static final double WARM_UP = 0.2;

  private static final double NS_PER_SECOND = 1e9;
  private static final long LINE_NS = 1_000_000_000L;
  private static final long MAX_LATENCY_NS = 60_000_000_000L;
  private static final int DIGITS = 2;
  private static final String LINE = "  %-8s%14s%18s%12s%17s%10s%10s%n";

  private final double seconds;
  private final long seed;
  private final NanoClock clock;
  private final PrintWriter out;
  private final DemoBackEnd backEnd = new DemoBackEnd();

  @Shared(
      writers = "the threads on which outcomes arrive",
      readers = "the thread of the demonstration",
      access = "HdrHistogram's Recorder")
  private final Recorder recorder = new Recorder(1_000, MAX_LATENCY_NS, DIGITS);

  private final Map<DemoMode, ModeFigures> results = new EnumMap<>(DemoMode.class);

  private Optional<DemoDashboard> dashboard = Optional.empty();

  /**
   * Creates a demonstration.
   *
   * @param seconds the measured time of each mode, in s
   * @param seed the seed of the load
   */
  public HotKeyDemo(double seconds, long seed, NanoClock clock, PrintWriter out) {
    this.seconds = seconds;
    this.seed = seed;
    this.clock = clock;
    this.out = out;
  }

  /**
   * Runs the demonstration.
   *
   * @param withDashboard whether to start the dashboard
   * @param keep whether to keep the dashboard open at the end until the thread is interrupted
   * @return whether, in every mode, the stock has decreased by the number of committed sales
   */
  public boolean run(boolean withDashboard, boolean keep) throws InterruptedException {
    introduce();
    if (!withDashboard) {
      return runModes();
    }
    try (DemoDashboard shown = new DemoDashboard(backEnd, clock)) {
      dashboard = Optional.of(shown);
      say("Dashboard: %s%n%n", shown.url());
      boolean correct = runModes();
      if (keep) {
        keepOpen(shown);
      }
      return correct;
    }
  }

  private void introduce() {
    say(
        "One item is hot: %d transactions at a time use its stock. %.0f %% of them sell a piece,"
            + " which%nreads and writes the stock; the others look at the stock and write their own"
            + " record.%nThe same load runs in three modes, %s s each after a warm-up.%n%n",
        IN_FLIGHT, 100 * HotKeyLoad.SALES, seconds(seconds));
  }

  private void keepOpen(DemoDashboard shown) {
    say("%nThe dashboard stays open at %s until Ctrl-C.%n", shown.url());
    try {
      TimeUnit.NANOSECONDS.sleep(Long.MAX_VALUE);
    } catch (InterruptedException ended) {
      say("closed%n");
    }
  }

  private boolean runModes() throws InterruptedException {
    for (DemoMode mode : DemoMode.values()) {
      try (Pipeline warmedUp = Pipeline.start(mode.config(IN_FLIGHT));
          HotKeyLoad load = load(warmedUp)) {
        TimeUnit.NANOSECONDS.sleep((long) (WARM_UP * seconds * NS_PER_SECOND));
        load.end();
      }
    }
    boolean correct = true;
    for (DemoMode mode : DemoMode.values()) {
      correct &= run(mode);
    }
    summarize(correct);
    return correct;
  }

  private HotKeyLoad load(Pipeline pipeline) {
    pipeline.execute(
        transaction -> {
          transaction.putLong(HotItem.STOCK, STOCK);
          return null;
        });
    recorder.reset();
    return new HotKeyLoad(
        pipeline,
        IN_FLIGHT,
        seed,
        clock,
        latencyNs -> {
          recorder.recordValue(Math.max(0, Math.min(MAX_LATENCY_NS, latencyNs)));
          dashboard.ifPresent(shown -> shown.record(latencyNs));
        });
  }

  /** Runs a mode. Returns whether the stock is correct at the end. */
  private boolean run(DemoMode mode) throws InterruptedException {
    say("Mode %s: the pipeline %s.%n", mode.label(), mode.description());
    say(LINE, header("second"));
    try (Pipeline pipeline = Pipeline.start(mode.config(IN_FLIGHT))) {
      backEnd.began(pipeline);
      try (HotKeyLoad load = load(pipeline)) {
        results.put(mode, measure(pipeline));
        load.end();
        return isStockRight(pipeline, load);
      } finally {
        backEnd.ended();
      }
    }
  }

  /** Prints a line for each second, and returns the figures of the whole time. */
  private ModeFigures measure(Pipeline pipeline) throws InterruptedException {
    Histogram all = new Histogram(1_000, MAX_LATENCY_NS, DIGITS);
    PipelineCounters first = pipeline.counters();
    PipelineCounters last = first;
    long beganNs = clock.nanoTime();
    long endNs = beganNs + (long) (seconds * NS_PER_SECOND);
    long lastNs = beganNs;
    for (int line = 1; lastNs - endNs < 0; line++) {
      sleepUntil(Math.min(endNs, beganNs + line * LINE_NS));
      long nowNs = clock.nanoTime();
      PipelineCounters now = pipeline.counters();
      Histogram latencies = recorder.getIntervalHistogram();
      all.add(latencies);
      ModeFigures second =
          new ModeFigures((nowNs - lastNs) / NS_PER_SECOND, now.since(last), latencies);
      say(LINE, row(seconds((nowNs - beganNs) / NS_PER_SECOND), second));
      last = now;
      lastNs = nowNs;
    }
    return new ModeFigures((lastNs - beganNs) / NS_PER_SECOND, last.since(first), all);
  }

  private void sleepUntil(long timeNs) throws InterruptedException {
    for (long leftNs = timeNs - clock.nanoTime(); leftNs > 0; leftNs = timeNs - clock.nanoTime()) {
      TimeUnit.NANOSECONDS.sleep(leftNs);
    }
  }

  private boolean isStockRight(Pipeline pipeline, HotKeyLoad load) {
    long left = pipeline.execute(transaction -> transaction.getLong(HotItem.STOCK));
    long sold = STOCK - left;
    say(
        "  The stock lost %,d pieces for %,d sales that committed%s; %,d transactions ended without"
            + " a commit.%n%n",
        sold, load.sales(), sold == load.sales() ? "" : ": THIS IS WRONG", load.failures());
    return sold == load.sales();
  }

  private void summarize(boolean correct) {
    List<String> header = new ArrayList<>(List.of("mode"));
    header.addAll(ModeFigures.HEADER);
    List<List<String>> rows = new ArrayList<>();
    results.forEach(
        (mode, figures) -> {
          List<String> row = new ArrayList<>(List.of(mode.label()));
          row.addAll(figures.cells());
          rows.add(row);
        });
    say(
        "%s",
        TextTable.render(
            new FigureTable(
                String.format(
                    Locale.ROOT,
                    "Measured in this run, on %d cores, seed %d",
                    Runtime.getRuntime().availableProcessors(),
                    seed),
                header,
                rows)));
    say(
        "Each mode ran once, for %s s, with the load in the same process; other programs on this"
            + " machine%ncount, too. These figures show how the modes differ on one key, not what"
            + " a server of yours%nwould do: ./yardmaster bench smallbank repeats its rounds and"
            + " reports their spread.%n",
        seconds(seconds));
    if (!correct) {
      say("A stock was wrong, so commits were lost or counted twice.%n");
    }
  }

  private static Object[] header(String first) {
    List<String> cells = new ArrayList<>(List.of(first));
    cells.addAll(ModeFigures.HEADER);
    return cells.toArray();
  }

  private static Object[] row(String first, ModeFigures figures) {
    List<String> cells = new ArrayList<>(List.of(first));
    cells.addAll(figures.cells());
    return cells.toArray();
  }

  private static String seconds(double seconds) {
    return seconds == Math.rint(seconds)
        ? String.format(Locale.ROOT, "%.0f", seconds)
        : String.format(Locale.ROOT, "%.1f", seconds);
  }

  private void say(String format, Object... arguments) {
    out.printf(Locale.ROOT, format, arguments);
    out.flush();
  }
}
