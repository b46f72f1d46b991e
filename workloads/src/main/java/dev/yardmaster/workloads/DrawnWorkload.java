package dev.yardmaster.workloads;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionService;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Runs a {@link WorkloadDefinition}. The transactions are drawn once, before the first round.
 * Drawing therefore does not slow the measurement, and every round runs the same transactions. Each
 * client submits all drawn transactions again and again, and begins at a different position in
 * their sequence.
 */
final class DrawnWorkload implements Workload {

  /**
   * The number of drawn transactions. It is so large that their repetition has no effect on the
   * results.
   */
  private static final int DRAWN = 1 << 16;

  private final WorkloadDefinition definition;
  private final WorkloadSettings settings;
  private List<ProcedureInvocation<?, ?>> drawn;

  DrawnWorkload(WorkloadDefinition definition, WorkloadSettings settings) {
    this.definition = definition;
    this.settings = settings;
  }

  @Override
  public String name() {
    return definition.name();
  }

  @Override
  public String description() {
    String values = settings.toString();
    return values.isEmpty() ? definition.description() : definition.description() + "; " + values;
  }

  @Override
  public List<Procedure<?, ?>> procedures() {
    return definition.procedures();
  }

  @Override
  public Iterable<ProcedureInvocation<?, ?>> load() {
    return () -> new LoadingCalls(definition.entries(settings, settings.random()).iterator());
  }

  @Override
  public WorkloadRun begin(int clients) {
    if (drawn == null) {
      drawn = draw();
    }
    List<Client> streams = new ArrayList<>();
    for (int client = 0; client < clients; client++) {
      streams.add(new Client(drawn, (int) ((long) DRAWN * client / clients)));
    }
    return new Run(streams);
  }

  private List<ProcedureInvocation<?, ?>> draw() {
    RandomInputs random = settings.random();
    List<ProcedureInvocation<?, ?>> calls = new ArrayList<>(DRAWN);
    for (int i = 0; i < DRAWN; i++) {
      calls.add(definition.draw(settings, random));
    }
    return calls;
  }

  private final class Run implements WorkloadRun {
    private final List<Client> clients;

    Run(List<Client> clients) {
      this.clients = clients;
    }

    @Override
    public ClientStream client(int index) {
      return clients.get(index);
    }

    @Override
    public Optional<String> brokenInvariant(TransactionService service) {
      Commits all = new Commits();
      clients.forEach(client -> all.addAll(client.commits));
      return definition.brokenInvariant(settings, service, all);
    }
  }

  private static final class Client implements ClientStream {
    private final List<ProcedureInvocation<?, ?>> drawn;
    private final Commits commits = new Commits();
    private int next;

    Client(List<ProcedureInvocation<?, ?>> drawn, int first) {
      this.drawn = drawn;
      next = first;
    }

    @Override
    public ProcedureInvocation<?, ?> next() {
      ProcedureInvocation<?, ?> call = drawn.get(next);
      next = next + 1 == drawn.size() ? 0 : next + 1;
      return call;
    }

    @Override
    public void committed(ProcedureInvocation<?, ?> call, Outcome.Committed<?> outcome) {
      commits.add(call.procedure().name(), outcome.value());
    }
  }
}
