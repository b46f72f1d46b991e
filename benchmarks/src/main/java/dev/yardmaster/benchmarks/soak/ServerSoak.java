package dev.yardmaster.benchmarks.soak;

import dev.yardmaster.benchmarks.measure.ComparisonStatus;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Metric.Better;
import dev.yardmaster.benchmarks.measure.Metric.Shown;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.process.ProcessMemory;
import dev.yardmaster.benchmarks.wire.ServerKind;
import dev.yardmaster.benchmarks.wire.ServerLauncher;
import dev.yardmaster.benchmarks.wire.ServerSide;
import dev.yardmaster.benchmarks.wire.WireLoad;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.workloads.Workload;
import java.util.function.Consumer;

/**
 * Runs a server with many connections and many transactions in flight for minutes, and samples its
 * resident memory every second. The server runs in a child process, and its whole heap is resident
 * from the start. Therefore any growth is outside the heap, which the JVM bounds itself.
 *
 * @param progress receives every sample
 */
public record ServerSoak(
    Workload workload,
    ServerLauncher launcher,
    int connections,
    WireLoad load,
    Consumer<MetricValues> progress)
    implements Side {

  /** The greatest resident memory of the server. */
  public static final Metric MAX_RESIDENT =
      Metric.of("mostResidentBytes", "bytes", Better.LOWER, Shown.MEBI);

  /**
   * The least resident memory in the last quarter, minus the least resident memory in the second
   * quarter. The first quarter does not count, because buffers and compiled code reach their
   * working size during it.
   */
  public static final Metric GROWTH = Metric.of("growthBytes", "bytes", Better.LOWER, Shown.MEBI);

  static final Metric RESIDENT =
      Metric.of("residentBytes", "bytes", Better.LOWER, Shown.MEBI).greatest();

  @Override
  public String label() {
    return "server";
  }

  @Override
  public Round run(int repeat, long recordedNs, RoundProgress stages) throws InterruptedException {
    try (ServerLauncher.Running server = launcher.start(ServerKind.MEMORY, load.concurrency())) {
      ProcessMemory memory = new ProcessMemory(server.pid());
      SoakSamples samples = new SoakSamples(recordedNs, load.clock(), progress);
      Round round =
          new ServerSide(
                  label(), workload, () -> launcher.connect(server.address(), connections), load)
              .run(
                  repeat,
                  recordedNs,
                  (stage, rate) -> {
                    if (stage == ComparisonStatus.Stage.RECORDING && samples.due() > 0) {
                      samples.add(
                          new MetricValues()
                              .put(Metric.COMMITTED, rate)
                              .put(RESIDENT, memory.residentBytes()));
                    }
                    stages.report(stage, rate);
                  });
      if (!server.isAlive()) {
        throw new WorkloadFailure("the server ended");
      }
      MetricValues values =
          round
              .values()
              .put(MAX_RESIDENT, samples.most(RESIDENT))
              .put(GROWTH, samples.growthSince(1, RESIDENT));
      return new Round(values, round.findings(), samples.all());
    }
  }
}
