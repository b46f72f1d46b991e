package dev.yardmaster.benchmarks.virtual;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.benchmarks.run.PipelineSide;
import dev.yardmaster.benchmarks.virtual.meter.MeteredAgent;
import dev.yardmaster.benchmarks.virtual.meter.MeteredAgent.Role;
import dev.yardmaster.benchmarks.virtual.meter.PipelineOperation;
import dev.yardmaster.benchmarks.workload.CallWindow;
import dev.yardmaster.benchmarks.workload.micro.Micro;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.ThreadLayout;
import dev.yardmaster.processor.Window;
import dev.yardmaster.workloads.WorkloadRun;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures the values of {@link PipelineCosts}. The measurement runs the micro-benchmark with
 * several settings, one agent after another on one thread, and fits the cost of each operation to
 * the lengths of all duty cycles. The main method prints the costs by role, and the number of
 * commits per second of the agents' working time.
 */
final class CostMeasurement {

  private static final int OBJECTS = 100_000;
  private static final int OUTSTANDING = 300;
  private static final long WARM_UP_NS = 100_000_000;
  private static final long MEASURED_NS = 500_000_000;
  private static final List<String> SIDES =
      List.of("base", "sr", "vc", "srvc/sort", "srvc", "srvc+repair");
  private static final List<Double> SKEWS = List.of(0.0, 0.6, 0.9, 1.2);
  private static final List<Integer> BATCHES = List.of(16, 40, 100);

  private final Map<Role, CostFit> fits = MeasuredCore.fits();

  private CostMeasurement() {}

  /** Measures the costs and prints them. */
  public static void main(String[] args) throws InterruptedException {
    new CostMeasurement().run();
  }

  private void run() throws InterruptedException {
    Micro compiled = new Micro(OBJECTS, 0.9, 42);
    for (String side : SIDES) {
      measure(compiled, PipelineSide.parse(side), 40, MeasuredCore.fits());
    }
    for (double skew : SKEWS) {
      Micro micro = new Micro(OBJECTS, skew, 42);
      for (int batch : BATCHES) {
        for (String side : SIDES) {
          double rate = measure(micro, PipelineSide.parse(side), batch, fits);
          System.out.printf(Locale.ROOT, "skew %s batch %d %s: %,.0f/s%n", skew, batch, side, rate);
        }
      }
    }
    fits.forEach(CostMeasurement::print);
  }

  private static void print(Role role, CostFit fit) {
    double[] costs = fit.solve();
    for (PipelineOperation operation : PipelineOperation.values()) {
      if (costs[operation.ordinal()] > 0) {
        System.out.printf(Locale.ROOT, "%s %s %.1f%n", role, operation, costs[operation.ordinal()]);
      }
    }
  }

  private static double measure(Micro micro, PipelineSide side, int batch, Map<Role, CostFit> fits)
      throws InterruptedException {
    PipelineConfig config =
        side.configure(
            PipelineConfig.builder()
                .tuned(false)
                .batchSize(batch)
                .repair(false)
                .window(Window.OPEN)
                .hotKeyWaiting(0)
                .attemptBound(0)
                .threads(ThreadLayout.SHARED)
                .build());
    MeasuredCore core = new MeasuredCore(fits);
    Pipeline pipeline = Pipeline.assemble(config, new MeasuredParts(core), () -> {});
    core.run(
        pipeline.schedule(config.threads()).get(0).stream()
            .map(agent -> new MeteredAgent(agent, config.solver(), core))
            .toList());
    MeteredService service = new MeteredService(pipeline, core);
    for (Procedure<?, ?> procedure : micro.procedures()) {
      service.register(procedure);
    }
    new CallWindow(service.stepped(), 1).run(micro.load(), loaded -> {});
    WorkloadRun account = micro.begin(1);
    VirtualClients clients =
        new VirtualClients(service, core, account.client(0), VirtualLoad.closed(OUTSTANDING), 1);
    clients.start();
    until(core, WARM_UP_NS);
    core.measure(true);
    long committed = clients.committed();
    double tookNs = until(core, MEASURED_NS);
    committed = clients.committed() - committed;
    core.measure(false);
    clients.stop();
    while (!clients.allEnded()) {
      core.step();
    }
    return committed * 1e9 / tookNs;
  }

  private static double until(MeasuredCore core, long lengthNs) {
    double beganNs = core.settledNs();
    double nowNs = beganNs;
    while (nowNs < beganNs + lengthNs) {
      nowNs = core.step();
    }
    return nowNs - beganNs;
  }
}
