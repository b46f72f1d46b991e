package dev.yardmaster.benchmarks.run;

import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.workloads.ClientStream;
import dev.yardmaster.workloads.ProcedureInvocation;
import dev.yardmaster.workloads.Workload;
import dev.yardmaster.workloads.WorkloadRun;
import java.util.List;
import java.util.Optional;

/** A workload with one procedure, which throws an exception. */
final class BrokenWorkload implements Workload, WorkloadRun, ClientStream {

  private static final Procedure<Integer, Long> BROKEN =
      new Procedure<>() {
        @Override
        public String name() {
          return "broken";
        }

        @Override
        public void declare(Integer argument, KeyDeclaration keys) {}

        @Override
        public Long execute(Integer argument, Transaction transaction) {
          throw new IllegalStateException("broken on purpose");
        }
      };

  @Override
  public String name() {
    return "broken";
  }

  @Override
  public String description() {
    return "throws";
  }

  @Override
  public List<Procedure<?, ?>> procedures() {
    return List.of(BROKEN);
  }

  @Override
  public List<ProcedureInvocation<?, ?>> load() {
    return List.of();
  }

  @Override
  public WorkloadRun begin(int clients) {
    return this;
  }

  @Override
  public ClientStream client(int index) {
    return this;
  }

  @Override
  public ProcedureInvocation<?, ?> next() {
    return new ProcedureInvocation<>(BROKEN, 1);
  }

  @Override
  public void committed(ProcedureInvocation<?, ?> call, Outcome.Committed<?> outcome) {}

  @Override
  public Optional<String> brokenInvariant(TransactionService service) {
    return Optional.empty();
  }
}
