package dev.yardmaster.benchmarks.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.workload.CallWindow;
import dev.yardmaster.benchmarks.workload.smallbank.SmallBank;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.workloads.ClientStream;
import dev.yardmaster.workloads.ProcedureInvocation;
import dev.yardmaster.workloads.WorkloadRun;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OneShotBankTest {

  /** A bank with so few customers that some accounts run out of money. */
  private static final SmallBank BANK = new SmallBank(4, 0.5, 11);

  private static TransactionService loaded(TransactionService service) throws InterruptedException {
    for (Procedure<?, ?> procedure : BANK.procedures()) {
      service.register(procedure);
    }
    new CallWindow(service, 1).run(BANK.load(), done -> {});
    return service;
  }

  @Test
  void statedAsDataTransactionsComeToTheSame() throws InterruptedException {
    try (TransactionService procedures = loaded(Pipeline.start(PipelineConfig.builder().build()));
        TransactionService oneShots =
            loaded(new OneShotBank(Pipeline.start(PipelineConfig.builder().build())))) {
      WorkloadRun run = BANK.begin(1);
      ClientStream stream = run.client(0);
      for (int i = 0; i < 3_000; i++) {
        ProcedureInvocation<?, ?> call = stream.next();
        Outcome<?> expected = outcome(procedures, call);
        Outcome<?> found = outcome(oneShots, call);
        assertEquals(expected.getClass(), found.getClass(), "step " + i + ": " + call);
        if (found instanceof Outcome.Committed<?> committed) {
          assertEquals(expected.valueOrThrow(), committed.value(), "step " + i + ": " + call);
          stream.committed(call, committed);
        }
      }
      assertEquals(Optional.empty(), run.brokenInvariant(oneShots));
    }
  }

  private static <A, R> Outcome<R> outcome(
      TransactionService service, ProcedureInvocation<A, R> call) {
    return service.submit(call.procedure(), call.argument()).toCompletableFuture().join();
  }
}
