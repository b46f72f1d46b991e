package dev.yardmaster.benchmarks.workload.micro;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.workload.CallWindow;
import dev.yardmaster.benchmarks.workload.DrawnCalls;
import dev.yardmaster.workloads.ClientStream;
import dev.yardmaster.workloads.ProcedureInvocation;
import dev.yardmaster.workloads.Span;
import dev.yardmaster.workloads.WorkloadRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks the invariant of {@link Micro}: each object has the value that the committed write with
 * the highest commit version wrote to it. A lost write, a write of an aborted transaction, or a
 * write that was installed out of order breaks the invariant.
 */
final class MicroRun implements WorkloadRun {

  private static final int KEYS_PER_READ = 100;
  private static final int OUTSTANDING_READS = 16;

  private final int objects;
  private final int phases;
  private final List<Client> clients = new ArrayList<>();

  /** The current phase; the coordinator of the run writes it, and clients read it. */
  private volatile int phase;

  /**
   * Creates a run.
   *
   * @param drawn the transactions of each phase
   */
  MicroRun(int objects, List<DrawnCalls<ReadWrite.Objects>> drawn, int clients) {
    this.objects = objects;
    phases = drawn.size();
    for (int i = 0; i < clients; i++) {
      int client = i;
      List<DrawnCalls.Walk<ReadWrite.Objects>> walks =
          drawn.stream().map(calls -> calls.walk(client, clients)).toList();
      this.clients.add(new Client(walks, objects, i + 1, clients));
    }
  }

  @Override
  public int phases() {
    return phases;
  }

  @Override
  public void enter(int next) {
    phase = next;
  }

  @Override
  public ClientStream client(int index) {
    return clients.get(index);
  }

  @Override
  public Optional<String> brokenInvariant(TransactionService service) throws InterruptedException {
    LastWriters last = new LastWriters(objects);
    for (Client client : clients) {
      last.merge(client.lastWriters);
    }
    if (last.impossibleVersions() > 0) {
      return Optional.of(
          last.impossibleVersions() + " writes committed at version 0 or at another's version");
    }
    List<ProcedureInvocation<Span, List<Long>>> reads = new ArrayList<>();
    for (Span span : Span.cover(objects, KEYS_PER_READ)) {
      reads.add(new ProcedureInvocation<>(ReadObjects.PROCEDURE, span));
    }
    List<Long> stored = new ArrayList<>(objects);
    new CallWindow(service, OUTSTANDING_READS).run(reads, stored::addAll);
    int wrong = 0;
    int firstWrong = -1;
    for (int object = 0; object < objects; object++) {
      if (stored.get(object) != last.value(object)) {
        wrong++;
        firstWrong = firstWrong < 0 ? object : firstWrong;
      }
    }
    return wrong == 0
        ? Optional.empty()
        : Optional.of(describe(wrong, firstWrong, stored.get(firstWrong), last));
  }

  private static String describe(int wrong, int object, long stored, LastWriters last) {
    return wrong
        + " objects do not have the value of their last committed writer; the first is "
        + Key.of(Micro.TABLE, object)
        + ": stored="
        + stored
        + ", written="
        + last.value(object)
        + " at commit version "
        + last.version(object);
  }

  private final class Client implements ClientStream {
    private final List<DrawnCalls.Walk<ReadWrite.Objects>> walks;
    private final LastWriters lastWriters;
    private final int stride;
    private long number;

    Client(
        List<DrawnCalls.Walk<ReadWrite.Objects>> walks, int objects, int firstNumber, int stride) {
      this.walks = walks;
      this.lastWriters = new LastWriters(objects);
      this.number = firstNumber;
      this.stride = stride;
    }

    @Override
    public ProcedureInvocation<?, ?> next() {
      ReadWrite.Objects drawn = walks.get(phase).next();
      ProcedureInvocation<?, ?> call =
          new ProcedureInvocation<>(ReadWrite.PROCEDURE, new ReadWrite.Argument(drawn, number));
      number += stride;
      return call;
    }

    @Override
    public void committed(ProcedureInvocation<?, ?> call, Outcome.Committed<?> outcome) {
      ReadWrite.Argument argument = (ReadWrite.Argument) call.argument();
      for (int i = 0; i < ReadWrite.WRITES; i++) {
        lastWriters.wrote(
            argument.objects().written(i), outcome.commitVersion(), argument.number());
      }
    }
  }
}
