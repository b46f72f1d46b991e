package dev.yardmaster.jdbc.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.jdbc.faults.Transfer.Outcome;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.PGConnection;

/**
 * Causes faults of the database, the network and the application, while clients of all four forms
 * make transfers. After each fault, all clients must continue at most {@value #RESUME_S} s later
 * than the clients that use only the vendor's driver. These clients show when the server and the
 * machine allow transactions again. In the end no thread hangs, no session is left, and the data
 * agree with the outcomes that the clients got. The profile {@code slow} runs all faults with many
 * seeds.
 */
@Timeout(120)
class FaultsTest {
  private static final int RESUME_S = 2;
  private static final int SLOW_ROUNDS = 30;
  private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(20);
  private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(300);

  /**
   * The number of connections that a pool refuses, each after its timeout, before the leaked
   * connections count as lost forever. A client can be slow when the machine is slow.
   */
  private static final int REFUSALS = 4;

  private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(5);

  /** A disturbance, which has ended when the method returns. */
  enum Fault {
    SESSIONS_TERMINATED {
      @Override
      void strike(FaultyPostgres server, Map<Form, Clients> forms) throws Exception {
        server.terminateSessions();
      }
    },
    BACKEND_KILLED {
      @Override
      void strike(FaultyPostgres server, Map<Form, Clients> forms) throws Exception {
        server.killBackend();
      }
    },
    SERVER_RESTARTED {
      @Override
      void strike(FaultyPostgres server, Map<Form, Clients> forms) throws Exception {
        server.restart();
      }
    },
    NETWORK_PAUSED {
      @Override
      void strike(FaultyPostgres server, Map<Form, Clients> forms) {
        server.network().holdRequests();
        server.network().holdAnswers();
        LockSupport.parkNanos(PAUSE_NS);
        server.network().resume();
      }
    },
    NETWORK_DROPPED {
      @Override
      void strike(FaultyPostgres server, Map<Form, Clients> forms) {
        server.network().holdAnswers();
        LockSupport.parkNanos(PAUSE_NS);
        server.network().drop();
      }
    },
    POOLS_EXHAUSTED {
      @Override
      void strike(FaultyPostgres server, Map<Form, Clients> forms) throws Exception {
        List<Connection> taken = new ArrayList<>();
        for (Clients clients : forms.values()) {
          if (clients.bank().pool() != null) {
            takeAll(clients.bank(), taken);
          }
        }
        assertTrue(taken.size() > Clients.COUNT, "taken=" + taken.size());
        LockSupport.parkNanos(PAUSE_NS);
        for (Connection connection : taken) {
          connection.close();
        }
      }

      private void takeAll(Form.Bank bank, List<Connection> taken) throws SQLException {
        int refused = 0;
        for (int i = 0; i <= Clients.COUNT && refused < REFUSALS; ) {
          try {
            taken.add(bank.pool().getConnection());
            i++;
          } catch (SQLTransientConnectionException exhausted) {
            refused++; // A client still uses the connection, or the scheduler's lanes keep it.
          }
        }
      }
    },
    HOLDERS_LEAKED {
      @Override
      void strike(FaultyPostgres server, Map<Form, Clients> forms) throws Exception {
        for (Clients clients : forms.values()) {
          leak(server, clients.bank());
        }
      }

      /** Begins a transaction on a contended row, ends its session, and forgets the connection. */
      private void leak(FaultyPostgres server, Form.Bank bank) throws SQLException {
        for (long id = 1; ; id = 1 + id % 4) {
          Connection connection = bank.connection();
          try {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
              statement.executeUpdate("UPDATE accounts SET balance = balance WHERE id = " + id);
            }
            server.terminate(connection.unwrap(PGConnection.class).getBackendPID());
            return;
          } catch (SQLException aborted) {
            connection.close();
          }
        }
      }
    };

    abstract void strike(FaultyPostgres server, Map<Form, Clients> forms) throws Exception;
  }

  private static FaultyPostgres server;

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    server = new FaultyPostgres(folder);
    for (Form form : Form.values()) {
      server.execute("postgres", "CREATE DATABASE " + form.database());
    }
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  @ParameterizedTest
  @EnumSource
  void allFormsResumeAfter(Fault fault) throws Exception {
    play(List.of(fault), 1);
  }

  @Tag("slow")
  @Timeout(1_800)
  @Test
  void allFormsResumeAfterManyFaults() throws Exception {
    for (int seed = 1; seed <= SLOW_ROUNDS; seed++) {
      List<Fault> faults = new ArrayList<>(List.of(Fault.values()));
      Collections.shuffle(faults, new Random(seed));
      // A leaked connection never returns to its pool, so the leak comes last.
      faults.remove(Fault.HOLDERS_LEAKED);
      faults.add(Fault.HOLDERS_LEAKED);
      play(faults, seed);
    }
  }

  private static void play(List<Fault> faults, long seed) throws Exception {
    Map<Form, Clients> forms = new EnumMap<>(Form.class);
    for (Form form : Form.values()) {
      forms.put(form, new Clients(server, form));
    }
    try {
      forms.values().forEach(clients -> clients.start(seed));
      forms.values().forEach(clients -> clients.awaitCommits(TIMEOUT_NS));
      for (Fault fault : faults) {
        fault.strike(server, forms);
        awaitResumption(forms, fault + " seed=" + seed);
      }
    } finally {
      closeAll(forms.values());
    }
    awaitNoSession();
    for (Clients clients : forms.values()) {
      clients.check();
    }
  }

  /**
   * Closes all clients, even if one of them hangs, so that only one test fails because of a client
   * that hangs.
   */
  private static void closeAll(Collection<Clients> all) {
    AssertionError failed = null;
    for (Clients clients : all) {
      try {
        clients.close();
      } catch (SQLException | AssertionError failure) {
        failed = failed == null ? new AssertionError(failure) : failed;
      }
    }
    if (failed != null) {
      throw failed;
    }
  }

  /**
   * Waits for the vendor's driver, which is not under test, and then for all other forms at the
   * same time.
   */
  private static void awaitResumption(Map<Form, Clients> forms, String fault) {
    forms.get(Form.VENDOR).awaitCommits(TIMEOUT_NS);
    List<CompletableFuture<Void>> resumed =
        forms.entrySet().stream()
            .filter(form -> form.getKey() != Form.VENDOR)
            .map(
                form ->
                    CompletableFuture.runAsync(
                        () -> form.getValue().awaitCommits(TimeUnit.SECONDS.toNanos(RESUME_S))))
            .toList();
    try {
      CompletableFuture.allOf(resumed.toArray(CompletableFuture[]::new)).join();
    } catch (RuntimeException late) {
      throw new AssertionError("after " + fault, late.getCause());
    }
  }

  private static void awaitNoSession() throws SQLException {
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(RESUME_S);
    while (server.sessions() > 0) {
      assertTrue(System.nanoTime() < deadlineNs, "sessions left: " + server.sessions());
      LockSupport.parkNanos(POLL_NS);
    }
  }

  /**
   * The network fails while a commit is under way, before or after the commit takes effect. In both
   * cases the application must learn that the outcome is unknown, and the transfer must not run
   * again.
   */
  @ParameterizedTest
  @CsvSource({
    "PLAIN, true", "BELOW_A_POOL, true", "ABOVE_A_POOL, true", "SCHEDULER, true",
    "PLAIN, false", "BELOW_A_POOL, false", "ABOVE_A_POOL, false", "SCHEDULER, false",
  })
  void aLostCommitIsUnknownAndNeverRunsAgain(Form form, boolean takesEffect) throws Exception {
    try (Clients clients = new Clients(server, form)) {
      SplittableRandom random = new SplittableRandom(7);
      assertEquals(Outcome.COMMITTED, clients.transfer(random, () -> {}));
      FaultyNetwork network = server.network();
      List<CompletableFuture<Void>> runs = new CopyOnWriteArrayList<>();
      Runnable hold =
          () -> {
            if (takesEffect) {
              network.holdAnswers();
            } else {
              network.holdRequests();
            }
            runs.add(CompletableFuture.runAsync(() -> drop(clients, takesEffect)));
          };
      assertEquals(Outcome.UNKNOWN, clients.transfer(random, hold));
      assertEquals(1, runs.size(), "a commit with an unknown outcome must not run again");
      runs.get(0).get(20, TimeUnit.SECONDS);
      assertEquals(takesEffect, clients.isLastCommitted());
      // The pool may have further connections that the network has dropped.
      Outcome next = clients.transfer(random, () -> {});
      for (int i = 0; i < Clients.COUNT && next == Outcome.NOTHING; i++) {
        next = clients.transfer(random, () -> {});
      }
      assertEquals(Outcome.COMMITTED, next);
      clients.check();
    }
    awaitNoSession();
  }

  private static void drop(Clients clients, boolean takesEffect) {
    try {
      long deadlineNs = System.nanoTime() + TIMEOUT_NS;
      while (takesEffect && !clients.isLastCommitted()) {
        assertTrue(System.nanoTime() < deadlineNs, "the commit did not arrive");
        LockSupport.parkNanos(POLL_NS);
      }
      if (!takesEffect) {
        LockSupport.parkNanos(PAUSE_NS); // until the commit is on its way
        assertFalse(clients.isLastCommitted());
      }
    } catch (SQLException failure) {
      throw new IllegalStateException(failure);
    } finally {
      server.network().drop();
    }
  }
}
