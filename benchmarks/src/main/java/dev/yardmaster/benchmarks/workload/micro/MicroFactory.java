package dev.yardmaster.benchmarks.workload.micro;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.benchmarks.workload.ZipfIds;
import dev.yardmaster.workloads.Workload;
import dev.yardmaster.workloads.WorkloadFactory;
import dev.yardmaster.workloads.WorkloadOption;
import dev.yardmaster.workloads.WorkloadSettings;
import java.util.List;

/** Makes {@link Micro}. */
public final class MicroFactory implements WorkloadFactory {

  private static final WorkloadOption OBJECTS =
      WorkloadOption.whole(
          "objects", Micro.MIN_OBJECTS, 10_000_000, 100_000, "number of objects of 8 bytes");

  /** A {@code ServiceLoader} needs this constructor. */
  public MicroFactory() {}

  @Override
  public String name() {
    return Micro.NAME;
  }

  @Override
  public String description() {
    return "5 reads and 5 writes of 8-byte objects, one object in both";
  }

  @Override
  public List<WorkloadOption> options() {
    return List.of(OBJECTS, ZipfIds.SKEW);
  }

  @Override
  public List<Procedure<?, ?>> procedures() {
    return Micro.PROCEDURES;
  }

  @Override
  public Workload create(WorkloadSettings settings) {
    return new Micro(settings.whole(OBJECTS), settings.decimal(ZipfIds.SKEW), settings.seed());
  }
}
