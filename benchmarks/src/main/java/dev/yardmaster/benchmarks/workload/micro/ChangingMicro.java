package dev.yardmaster.benchmarks.workload.micro;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.workloads.ProcedureInvocation;
import dev.yardmaster.workloads.Workload;
import dev.yardmaster.workloads.WorkloadRun;
import java.util.List;

/**
 * The micro-benchmark with a skew that changes between phases. The invariant is the same as for
 * {@link Micro}.
 */
public final class ChangingMicro implements Workload {

  private final List<Micro> phases;

  /** Creates a workload of phases that have the same number of objects. */
  public ChangingMicro(List<Micro> phases) {
    this.phases = List.copyOf(phases);
    if (phases.stream().mapToInt(Micro::objects).distinct().count() != 1) {
      throw new IllegalArgumentException("phases must have equally many objects");
    }
  }

  @Override
  public String name() {
    return Micro.NAME;
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
  public boolean needsCommitVersions() {
    return true;
  }

  @Override
  public WorkloadRun begin(int clients) {
    return new MicroRun(
        phases.get(0).objects(), phases.stream().map(Micro::drawn).toList(), clients);
  }
}
