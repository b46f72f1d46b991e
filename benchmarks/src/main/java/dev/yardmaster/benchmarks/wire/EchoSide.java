package dev.yardmaster.benchmarks.wire;

import dev.yardmaster.benchmarks.echo.EchoClient;
import dev.yardmaster.benchmarks.echo.EchoKind;
import dev.yardmaster.benchmarks.measure.ComparisonStatus;
import dev.yardmaster.benchmarks.measure.Garbage;
import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Runs the bare echo as a side of a comparison. The number of messages in flight equals the number
 * of transactions in flight on other sides. Latencies are recorded only if one message is in
 * flight. With more messages, a clock reading for every message would slow down the echo, but the
 * echo must be the upper limit for all sides.
 *
 * @param requestBytes mean number of bytes sent to the server for a transaction
 */
record EchoSide(
    String label, EchoKind kind, int port, int connections, int requestBytes, WireLoad load)
    implements Side {

  private static final long REPORT_INTERVAL_NS = 100_000_000;
  private static final double NS_PER_SECOND = 1e9;

  @Override
  public Round run(int repeat, long recordedNs, RoundProgress progress)
      throws InterruptedException {
    boolean timed = load.concurrency() == 1;
    double perSecond;
    EchoClient client =
        new EchoClient(
            kind, port, connections, load.concurrency(), requestBytes, timed, load.clock());
    try (client) {
      pass(client, load.warmUpNs(), ComparisonStatus.Stage.WARMING_UP, progress);
      Garbage.collect();
      client.record();
      perSecond = pass(client, recordedNs, ComparisonStatus.Stage.RECORDING, progress);
      progress.report(ComparisonStatus.Stage.CHECKING, 0);
    }
    MetricValues values =
        new MetricValues()
            .put(WireMetrics.ANSWERED, perSecond)
            .put(Metric.COMMITTED, perSecond)
            .put(WireMetrics.RESTARTS, 0)
            .put(WireMetrics.OVERLOADED, 0);
    return Round.of(
        timed ? values.putAll(Latency.of(client.latencyNs())) : values, Optional.empty());
  }

  private double pass(
      EchoClient client, long intervalNs, ComparisonStatus.Stage stage, RoundProgress progress)
      throws InterruptedException {
    long before = client.exchanged();
    long beganNs = load.clock().nanoTime();
    long passedNs = 0;
    double perSecond = 0;
    while (passedNs < intervalNs) {
      progress.report(stage, perSecond);
      TimeUnit.NANOSECONDS.sleep(Math.min(REPORT_INTERVAL_NS, intervalNs - passedNs));
      if (client.failure() != null) {
        throw new WorkloadFailure(label + ": " + client.failure(), client.failure());
      }
      passedNs = load.clock().nanoTime() - beganNs;
      perSecond = (client.exchanged() - before) * NS_PER_SECOND / Math.max(1, passedNs);
    }
    return perSecond;
  }
}
