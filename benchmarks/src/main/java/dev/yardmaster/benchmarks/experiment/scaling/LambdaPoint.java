package dev.yardmaster.benchmarks.experiment.scaling;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.experiment.Point;
import dev.yardmaster.benchmarks.measure.Comparison;
import dev.yardmaster.benchmarks.measure.ComparisonStatus.Stage;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.Plan;
import dev.yardmaster.benchmarks.measure.ProgressListener;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.service.Engine;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/**
 * A point that measures services in this process with their default settings. Threads call the
 * services with lambdas that transfer money between two accounts. No other threads generate load,
 * so their throughput is the service's throughput. Each combination of service, skew and number of
 * calling threads is a side, and the rounds of all sides alternate. Each round starts a fresh
 * service, loads the accounts, and checks at the end that no money was lost.
 *
 * @param skews values of theta of Zipf's law, by which the accounts of a transfer are drawn
 * @param seed seed of the drawn accounts
 */
record LambdaPoint(List<Double> skews, ScalingSizes sizes, long seed) implements Point {

  /**
   * The number of runs of the lambda, divided by the number of commits; 1 if no transfer had to run
   * again.
   */
  static final Metric ATTEMPTS = Metric.per("attemptsPerCommit");

  /** The services to measure, by their names. */
  private static final Map<String, Supplier<TransactionService>> SERVICES = services();

  /** The number of transfers that are drawn for each skew. */
  private static final int DRAWN = 1 << 18;

  private static final double LOAD_SECONDS = 0.1;
  private static final double NS_PER_SECOND = 1e9;

  /** Copies the list. */
  LambdaPoint {
    skews = List.copyOf(skews);
  }

  private static Map<String, Supplier<TransactionService>> services() {
    Map<String, Supplier<TransactionService>> services = new LinkedHashMap<>();
    services.put("pipeline", () -> Pipeline.start(PipelineConfig.defaults()));
    services.put("engine", () -> Engine.open(EngineConfig.defaults()));
    return services;
  }

  /** Returns the first part of a side's label, which names the service and the skew. */
  static String line(String service, double skew) {
    return service + " skew=" + skew;
  }

  /** Returns the label of a side: the given first part, and the number of callers. */
  static String label(String line, Object callers) {
    return line + " callers=" + callers;
  }

  @Override
  public String key() {
    return "lambdas";
  }

  @Override
  public List<String> sides() {
    List<String> sides = new ArrayList<>();
    for (double skew : skews) {
      for (int callers : sizes.callers()) {
        SERVICES.keySet().forEach(service -> sides.add(label(line(service, skew), callers)));
      }
    }
    return sides;
  }

  @Override
  public double expectedSeconds() {
    double round = LOAD_SECONDS + sizes.warmUpSeconds();
    return sides().size() * (round + sizes.repeats() * (round + sizes.seconds()));
  }

  @Override
  public Results measure(NanoClock clock, ProgressListener progress) throws InterruptedException {
    Accounts accounts = new Accounts(sizes.accounts());
    List<Rounds> rounds = new ArrayList<>();
    for (double skew : skews) {
      int[] drawn = accounts.draw(DRAWN, skew, seed);
      for (int callers : sizes.callers()) {
        SERVICES.forEach(
            (service, start) ->
                rounds.add(
                    new Rounds(
                        label(line(service, skew), callers),
                        start,
                        (started, recordedNs, stages) ->
                            new LambdaRound(started, accounts, drawn, callers, clock)
                                .run(warmUpNs(), recordedNs, stages),
                        accounts)));
      }
    }
    return new Comparison(
            key(),
            rounds,
            Plan.of(warmUpNs(), Math.round(sizes.seconds() * NS_PER_SECOND), sizes.repeats()),
            clock,
            progress)
        .run()
        .orInterrupted();
  }

  private long warmUpNs() {
    return Math.round(sizes.warmUpSeconds() * NS_PER_SECOND);
  }

  /** Runs callers on a loaded service and returns the metrics of the callers. */
  @FunctionalInterface
  private interface Calls {
    MetricValues run(TransactionService service, long recordedNs, RoundProgress progress)
        throws InterruptedException;
  }

  /** A side that starts a service in each round. */
  private record Rounds(
      String label, Supplier<TransactionService> start, Calls calls, Accounts accounts)
      implements Side {

    @Override
    public Round run(int repeat, long recordedNs, RoundProgress progress)
        throws InterruptedException {
      try (TransactionService service = start.get()) {
        progress.report(Stage.LOADING, 0);
        accounts.load(service);
        MetricValues values = calls.run(service, recordedNs, progress);
        return Round.of(values, accounts.brokenInvariant(service));
      }
    }
  }
}
