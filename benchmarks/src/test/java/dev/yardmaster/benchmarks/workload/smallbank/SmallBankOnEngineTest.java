package dev.yardmaster.benchmarks.workload.smallbank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.workload.CallWindow;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.EngineParts;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.service.Engine;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.proof.checker.CheckOptions;
import dev.yardmaster.proof.checker.CheckResult;
import dev.yardmaster.proof.checker.Guarantee;
import dev.yardmaster.proof.checker.SerializabilityChecker;
import dev.yardmaster.workloads.ClientStream;
import dev.yardmaster.workloads.ProcedureInvocation;
import dev.yardmaster.workloads.WorkloadRun;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the bank's procedures, unchanged from the pipeline, on the in-process engine. */
@Timeout(120)
class SmallBankOnEngineTest {

  private static final int CUSTOMERS = 60;
  private static final int CALLS = 6_000;
  private static final int IN_FLIGHT = 24;
  private static final long SEED = 17;

  /** A call in flight. */
  private record Submitted(
      ProcedureInvocation<?, ?> call, CompletableFuture<? extends Outcome<?>> outcome) {}

  static List<String> protocols() {
    return Protocols.serializableNames();
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void theBankComesOutToTheCent(String protocol) throws Exception {
    String run = "protocol=" + protocol + ", seed=" + SEED;
    HistoryLog history = HistoryLog.inMemory();
    EngineParts parts =
        new EngineParts() {
          @Override
          public HistoryRecorder recorder() {
            return history.recorder();
          }
        };
    EngineConfig config =
        EngineConfig.builder().protocol(protocol).relaxed(true).workers(4).build();
    try (TransactionService service = Engine.open(config, parts)) {
      SmallBank bank = new SmallBank(CUSTOMERS, 0.9, SEED);
      bank.procedures().forEach(service::register);
      new CallWindow(service, 4).run(bank.load(), loaded -> {});
      WorkloadRun workload = bank.begin(1);
      long committed = callsOf(service, workload.client(0), run);
      assertTrue(committed > CALLS / 2, run + ": " + committed + " committed");
      assertEquals(Optional.empty(), workload.brokenInvariant(service), run);
    }
    history.close();
    Guarantee guarantee = Guarantee.valueOf(Protocols.isolation(protocol).name());
    CheckResult checked =
        SerializabilityChecker.check(history.bytes(), CheckOptions.defaults().with(guarantee));
    assertTrue(checked.isSerializable(), () -> run + ": " + checked.inWords());
  }

  private static long callsOf(TransactionService service, ClientStream stream, String run) {
    ArrayDeque<Submitted> underWay = new ArrayDeque<>();
    long committed = 0;
    for (int i = 0; i < CALLS || !underWay.isEmpty(); i++) {
      if (i < CALLS) {
        ProcedureInvocation<?, ?> call = stream.next();
        underWay.add(
            new Submitted(
                call, call.submit(service, TransactionOptions.defaults()).toCompletableFuture()));
      }
      if (underWay.size() == IN_FLIGHT || i >= CALLS) {
        Submitted oldest = underWay.remove();
        Outcome<?> outcome = oldest.outcome().join();
        if (outcome instanceof Outcome.Committed<?> commit) {
          committed++;
          stream.committed(oldest.call(), commit);
        } else {
          assertTrue(outcome instanceof Outcome.Aborted, () -> run + ": " + outcome);
        }
      }
    }
    return committed;
  }
}
