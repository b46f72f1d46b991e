package dev.yardmaster.benchmarks.workload.records;

import dev.yardmaster.api.logic.UserAbort;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A run of a workload on an engine. A run loads the tables, runs the clients, and checks the
 * invariant.
 */
public final class RunOnEngine {

  private final Database database;
  private final RecordRun run;
  private final List<Worker> workers = new ArrayList<>();
  private final List<RecordClient> clients = new ArrayList<>();

  /** Loads the tables of a workload under a protocol, with one thread for each worker. */
  public RunOnEngine(RecordWorkload workload, String protocol, int threads) throws Exception {
    database = new Database(Protocols.named(protocol, threads), threads);
    run = workload.create(database);
    for (int i = 0; i < threads; i++) {
      workers.add(database.worker(i, new ThreadPace(System::nanoTime)));
      clients.add(run.client(i));
    }
    onThreads(i -> run.load(workers.get(i).loader()::load, i, threads));
  }

  /** Returns the database. */
  public Database database() {
    return database;
  }

  /** Returns a worker, which the calling thread may use while no clients run. */
  public Worker worker(int index) {
    return workers.get(index);
  }

  /** Returns a client, which the calling thread may use while no clients run. */
  public RecordClient client(int index) {
    return clients.get(index);
  }

  /** Runs a number of transactions of each client, each client on its own thread. */
  public void runClients(int transactions) throws Exception {
    onThreads(
        i -> {
          for (int n = 0; n < transactions; n++) {
            runOne(workers.get(i), clients.get(i));
          }
        });
  }

  /**
   * Runs a client's next transaction. Returns whether the transaction committed; otherwise its
   * logic aborted it.
   */
  public static boolean runOne(Worker worker, RecordClient client) {
    RecordCall call = client.next();
    var unused = worker.run(call);
    boolean committed = worker.failure() == null;
    if (!committed && !(worker.failure() instanceof UserAbort)) {
      throw new IllegalStateException("logic failed: " + call.type(), worker.failure());
    }
    client.ended(call, committed);
    return committed;
  }

  /** Returns a line that describes the broken invariant; empty if the invariant holds. */
  public Optional<String> brokenInvariant() {
    return run.brokenInvariant(workers.get(0));
  }

  /** The work of one worker's thread. */
  private interface Part {
    void run(int worker) throws Exception;
  }

  private void onThreads(Part part) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(workers.size());
    try {
      List<Callable<Void>> parts = new ArrayList<>();
      for (int i = 0; i < workers.size(); i++) {
        int worker = i;
        parts.add(
            () -> {
              part.run(worker);
              return null;
            });
      }
      for (Future<Void> done : threads.invokeAll(parts)) {
        done.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("a client failed", e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }
}
