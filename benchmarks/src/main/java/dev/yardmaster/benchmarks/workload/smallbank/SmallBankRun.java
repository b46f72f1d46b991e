package dev.yardmaster.benchmarks.workload.smallbank;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.workload.CallWindow;
import dev.yardmaster.benchmarks.workload.DrawnCalls;
import dev.yardmaster.workloads.ClientStream;
import dev.yardmaster.workloads.ProcedureInvocation;
import dev.yardmaster.workloads.Span;
import dev.yardmaster.workloads.WorkloadRun;
import dev.yardmaster.workloads.smallbank.LoadAccounts;
import dev.yardmaster.workloads.smallbank.Receipt;
import dev.yardmaster.workloads.smallbank.SumAccounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks the invariant of {@link SmallBank}: the final money equals, to the cent, the initial money
 * plus the changes that committed transactions reported.
 */
final class SmallBankRun implements WorkloadRun {

  private static final int CUSTOMERS_PER_SUM = 50;
  private static final int OUTSTANDING_SUMS = 16;

  private final int customers;
  private final List<Client> clients = new ArrayList<>();

  SmallBankRun(int customers, DrawnCalls<ProcedureInvocation<?, Receipt>> drawn, int clients) {
    this.customers = customers;
    for (int i = 0; i < clients; i++) {
      this.clients.add(new Client(drawn.walk(i, clients)));
    }
  }

  @Override
  public ClientStream client(int index) {
    return clients.get(index);
  }

  @Override
  public Optional<String> brokenInvariant(TransactionService service) throws InterruptedException {
    long expected = 2L * customers * LoadAccounts.INITIAL_CENTS;
    for (Client client : clients) {
      expected += client.changeCents;
    }
    List<ProcedureInvocation<Span, Long>> sums = new ArrayList<>();
    for (Span span : Span.cover(customers, CUSTOMERS_PER_SUM)) {
      sums.add(new ProcedureInvocation<>(SumAccounts.PROCEDURE, span));
    }
    Total total = new Total();
    new CallWindow(service, OUTSTANDING_SUMS).run(sums, total::add);
    return total.cents == expected
        ? Optional.empty()
        : Optional.of(
            "the bank holds "
                + total.cents
                + " cents, but its initial money and all committed changes make "
                + expected
                + " (difference="
                + (total.cents - expected)
                + ")");
  }

  private static final class Total {
    private long cents;

    void add(long more) {
      cents += more;
    }
  }

  private static final class Client implements ClientStream {
    private final DrawnCalls.Walk<ProcedureInvocation<?, Receipt>> walk;
    private long changeCents;

    Client(DrawnCalls.Walk<ProcedureInvocation<?, Receipt>> walk) {
      this.walk = walk;
    }

    @Override
    public ProcedureInvocation<?, ?> next() {
      return walk.next();
    }

    @Override
    public void committed(ProcedureInvocation<?, ?> call, Outcome.Committed<?> outcome) {
      changeCents += ((Receipt) outcome.value()).changeCents();
    }
  }
}
