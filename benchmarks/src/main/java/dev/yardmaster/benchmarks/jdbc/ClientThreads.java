package dev.yardmaster.benchmarks.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs each client of a load on its own thread. The thread blocks on the client's transactions. */
public final class ClientThreads implements JdbcSide.Running {

  private static final long END_TIMEOUT_S = 60;

  /**
   * A client's loop: runs one transaction after another until none is left.
   *
   * @param <A> the arguments of the workload's transactions
   */
  @FunctionalInterface
  public interface Loop<A> {

    /** Runs the client's transactions. An exception ends the round. */
    void run(SqlClient<A> client, int index) throws Exception;
  }

  private final SqlLoad<?> load;
  private final List<Thread> threads = new ArrayList<>();

  private ClientThreads(SqlLoad<?> load) {
    this.load = load;
  }

  /** Starts the threads. */
  public static <A> ClientThreads start(SqlLoad<A> load, Loop<A> loop) {
    ClientThreads started = new ClientThreads(load);
    List<SqlClient<A>> clients = load.clients();
    for (int i = 0; i < clients.size(); i++) {
      int index = i;
      Thread thread =
          new Thread(() -> started.run(clients.get(index), index, loop), "sql-client-" + i);
      thread.setDaemon(true);
      started.threads.add(thread);
    }
    started.threads.forEach(Thread::start);
    return started;
  }

  private <A> void run(SqlClient<A> client, int index, Loop<A> loop) {
    try {
      loop.run(client, index);
    } catch (Exception | Error e) { // An exception or error of any kind ends the round.
      load.fail(e);
    }
  }

  @Override
  public void end() throws InterruptedException {
    InterruptedException interrupt = null;
    long deadlineNs = load.clock().nanoTime() + TimeUnit.SECONDS.toNanos(END_TIMEOUT_S);
    for (Thread thread : threads) {
      boolean ended = false;
      while (!ended) {
        try {
          thread.join(
              Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadlineNs - load.clock().nanoTime())));
          ended = true;
        } catch (InterruptedException e) {
          load.fail(e);
          interrupt = e;
        }
      }
      if (thread.isAlive()) {
        load.fail(
            new IllegalStateException(
                thread.getName() + " has not ended " + END_TIMEOUT_S + " s after the round"));
      }
    }
    if (interrupt != null) {
      throw interrupt;
    }
  }
}
