package dev.yardmaster.benchmarks.workload.micro;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.benchmarks.workload.ProcedureInvocation;
import dev.yardmaster.benchmarks.workload.Workload;
import dev.yardmaster.benchmarks.workload.WorkloadRun;
import java.util.List;
import org.agrona.concurrent.NanoClock;

/**
 * The micro-benchmark with a skew that changes between phases. The phases repeat in a circle; for
 * each client, time counts from its first transaction. The invariant is the same as for {@link
 * Micro}.
 */
public final class ChangingMicro implements Workload {

  private final List<Micro> phases;
  private final long phaseNs;
  private final NanoClock clock;

  /**
   * Creates a workload of phases that have the same number of objects.
   *
   * @param phaseNs length of each phase, in ns
   */
  public ChangingMicro(List<Micro> phases, long phaseNs, NanoClock clock) {
    this.phases = List.copyOf(phases);
    this.phaseNs = phaseNs;
    this.clock = clock;
    if (phases.stream().mapToInt(Micro::objects).distinct().count() != 1) {
      throw new IllegalArgumentException("phases must have equally many objects");
    }
  }

  @Override
  public String name() {
    return "micro";
  }

  @Override
  public String description() {
    return phases.get(0).description() + " at first; the skew changes with time";
  }

  @Override
  public List<Procedure<?, ?>> procedures() {
    return phases.get(0).procedures();
  }

  @Override
  public List<ProcedureInvocation<?, ?>> load() {
    return phases.get(0).load();
  }

  @Override
  public WorkloadRun begin(int clients) {
    return new MicroRun(
        phases.get(0).objects(),
        phases.stream().map(Micro::drawn).toList(),
        () -> new Phases(phases.size(), phaseNs, clock),
        clients);
  }

  /** Determines the current phase of one client. */
  private static final class Phases implements MicroRun.Phase {
    private final int count;
    private final long phaseNs;
    private final NanoClock clock;
    private long beganNs;
    private boolean began;

    Phases(int count, long phaseNs, NanoClock clock) {
      this.count = count;
      this.phaseNs = phaseNs;
      this.clock = clock;
    }

    @Override
    public int now() {
      long nowNs = clock.nanoTime();
      if (!began) {
        began = true;
        beganNs = nowNs;
      }
      return (int) ((nowNs - beganNs) / phaseNs % count);
    }
  }
}
