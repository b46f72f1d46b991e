package dev.yardmaster.jdbc.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.jdbc.faults.Transfer.Outcome;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** The clients of one form of use ({@link Form}), which make transfers until they are stopped. */
final class Clients implements AutoCloseable {
  /** The number of clients. */
  static final int COUNT = 3;

  private static final int ACCOUNTS = 6;
  private static final long BALANCE = 1_000_000;
  private static final long TIMEOUT_S = 20;
  private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(2);

  private final FaultyPostgres server;
  private final Form form;
  private final Form.Bank bank;
  private final ExecutorService threads = Executors.newFixedThreadPool(COUNT);
  private final List<Future<?>> running = new ArrayList<>();
  private final AtomicLong ids = new AtomicLong();
  private final AtomicIntegerArray commits = new AtomicIntegerArray(COUNT);
  private final Map<Long, Outcome> outcomes = new ConcurrentHashMap<>();
  private volatile boolean stopped;

  /** Creates the tables, and opens the application. */
  Clients(FaultyPostgres server, Form form) throws SQLException {
    this.server = server;
    this.form = form;
    server.execute(
        form.database(),
        "DROP TABLE IF EXISTS accounts, transfers",
        "CREATE TABLE accounts (id bigint PRIMARY KEY, balance bigint NOT NULL)",
        "CREATE TABLE transfers (id bigint PRIMARY KEY, amount bigint NOT NULL)",
        "INSERT INTO accounts SELECT i, %d FROM generate_series(1, %d) i"
            .formatted(BALANCE, ACCOUNTS));
    this.bank = form.open(server.url(form.database()), COUNT + 1);
  }

  Form.Bank bank() {
    return bank;
  }

  void start(long seed) {
    for (int i = 0; i < COUNT; i++) {
      int client = i;
      SplittableRandom random = new SplittableRandom(seed * COUNT + client);
      running.add(threads.submit(() -> run(client, random)));
    }
  }

  private void run(int client, SplittableRandom random) {
    while (!stopped) {
      if (transfer(random, () -> {}) == Outcome.COMMITTED) {
        commits.incrementAndGet(client);
      }
    }
  }

  /** Makes one transfer, and records its outcome. */
  Outcome transfer(SplittableRandom random, Runnable beforeCommit) {
    long payer = 1L + random.nextInt(ACCOUNTS);
    long payee = 1L + (payer + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
    AtomicInteger runs = new AtomicInteger();
    Transfer transfer =
        new Transfer(
            ids.incrementAndGet(), payer, payee, 1 + random.nextInt(9), runs, beforeCommit);
    Outcome outcome = bank.transfer(transfer);
    outcomes.put(transfer.id(), outcome);
    return outcome;
  }

  /** Returns whether the row of the last transfer is in the database. */
  boolean isLastCommitted() throws SQLException {
    return server.number(form.database(), "SELECT count(*) FROM transfers WHERE id = " + ids.get())
        == 1;
  }

  /** Waits until every client has committed transfers that it began after this call. */
  void awaitCommits(long limitNs) {
    int[] before = new int[COUNT];
    for (int i = 0; i < COUNT; i++) {
      before[i] = commits.get(i);
    }
    long deadlineNs = System.nanoTime() + limitNs;
    for (int i = 0; i < COUNT; i++) {
      // The first commit may belong to a transfer that began before.
      while (commits.get(i) < before[i] + 2) {
        assertTrue(System.nanoTime() < deadlineNs, form + " does not resume: " + commits);
        LockSupport.parkNanos(POLL_NS);
      }
    }
  }

  /** Stops the clients and closes the application. No thread may hang. */
  @Override
  public void close() throws SQLException {
    stopped = true;
    try {
      for (Future<?> client : running) {
        client.get(TIMEOUT_S, TimeUnit.SECONDS);
      }
    } catch (InterruptedException | ExecutionException | TimeoutException failure) {
      throw new AssertionError("a client of " + form + " failed or hangs", failure);
    } finally {
      threads.shutdownNow();
      bank.close();
    }
  }

  /** Checks that the data agree with the outcomes that the clients got. */
  void check() throws SQLException {
    String database = form.database();
    assertEquals(ACCOUNTS * BALANCE, server.number(database, "SELECT sum(balance) FROM accounts"));
    Set<Long> present = server.numbers(database, "SELECT id FROM transfers");
    for (Map.Entry<Long, Outcome> told : outcomes.entrySet()) {
      if (told.getValue() != Outcome.UNKNOWN) {
        assertEquals(
            told.getValue() == Outcome.COMMITTED,
            present.contains(told.getKey()),
            form + " was told " + told);
      }
    }
  }
}
