package dev.yardmaster.benchmarks.workload.smallbank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.benchmarks.SerialService;
import dev.yardmaster.benchmarks.SerialService.Fault;
import dev.yardmaster.benchmarks.workload.CallWindow;
import dev.yardmaster.workloads.ClientStream;
import dev.yardmaster.workloads.ProcedureInvocation;
import dev.yardmaster.workloads.WorkloadRun;
import dev.yardmaster.workloads.smallbank.Amalgamate;
import dev.yardmaster.workloads.smallbank.SendPayment;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SmallBankTest {

  private static final int CUSTOMERS = 120;
  private static final int POOL = 1 << 14;

  private final SmallBank bank = new SmallBank(CUSTOMERS, 0.9, 11, POOL);

  @Test
  void mixIsAQuarterPaymentsAndTheRestEqual() {
    ClientStream stream = bank.begin(1).client(0);
    Map<String, Integer> counts = new HashMap<>();
    for (int i = 0; i < POOL; i++) {
      counts.merge(stream.next().procedure().name(), 1, Integer::sum);
    }
    assertEquals(6, counts.size());
    counts.forEach(
        (name, count) ->
            assertEquals(
                name.endsWith("send-payment") ? 0.25 : 0.15, (double) count / POOL, 0.02, name));
  }

  @Test
  void twoCustomersOfATransactionDiffer() {
    ClientStream stream = bank.begin(1).client(0);
    for (int i = 0; i < POOL; i++) {
      Object argument = stream.next().argument();
      if (argument instanceof SendPayment.Argument payment) {
        assertNotEquals(payment.from(), payment.to());
      } else if (argument instanceof Amalgamate.Argument amalgamate) {
        assertNotEquals(amalgamate.from(), amalgamate.to());
      }
    }
  }

  @Test
  void theSeedDecides() {
    ClientStream one = bank.begin(1).client(0);
    ClientStream other = new SmallBank(CUSTOMERS, 0.9, 11, POOL).begin(1).client(0);
    for (int i = 0; i < POOL; i++) {
      assertEquals(one.next(), other.next());
    }
  }

  @Test
  void theBankComesOutToTheCent() throws Exception {
    assertEquals(Optional.empty(), runOn(Fault.NONE));
  }

  @Test
  void lostWritesAreFound() throws Exception {
    String broken = runOn(Fault.LOSES_WRITES).orElseThrow();
    assertTrue(broken.startsWith("the bank holds "), broken);
  }

  private Optional<String> runOn(Fault fault) throws InterruptedException {
    try (SerialService service = new SerialService(fault)) {
      bank.procedures().forEach(service::register);
      new CallWindow(service, 4).run(bank.load(), loaded -> {});
      WorkloadRun run = bank.begin(1);
      ClientStream stream = run.client(0);
      for (int i = 0; i < 1_000; i++) {
        ProcedureInvocation<?, ?> call = stream.next();
        Outcome<?> outcome =
            call.submit(service, TransactionOptions.defaults()).toCompletableFuture().join();
        if (outcome instanceof Outcome.Committed<?> committed) {
          stream.committed(call, committed);
        }
      }
      return run.brokenInvariant(service);
    }
  }
}
