package dev.yardmaster.workloads;

import dev.yardmaster.api.Procedure;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/** The procedures of the workloads that can run against a server. */
public final class WorkloadProcedures {

  private WorkloadProcedures() {}

  /** Returns all these procedures. */
  public static List<Procedure<?, ?>> all() {
    List<Procedure<?, ?>> procedures = new ArrayList<>();
    for (Procedure<?, ?> procedure : ServiceLoader.load(Procedure.class)) {
      procedures.add(procedure);
    }
    return procedures;
  }
}
