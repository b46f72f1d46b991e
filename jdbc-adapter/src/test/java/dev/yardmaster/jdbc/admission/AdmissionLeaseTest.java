package dev.yardmaster.jdbc.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.jdbc.admission.settings.AdmissionConfig;
import dev.yardmaster.jdbc.coordinator.Coordinator;
import dev.yardmaster.jdbc.coordinator.CoordinatorConfig;
import dev.yardmaster.jdbc.coordinator.ScriptedServer;
import dev.yardmaster.jdbc.schedule.ScheduleConfig;
import dev.yardmaster.jdbc.sql.RowHash;
import dev.yardmaster.jdbc.sql.RowUse;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests transactions that wait for a lease of their hot rows. */
@Timeout(60)
class AdmissionLeaseTest {
  private static final long LONG_NS = TimeUnit.HOURS.toNanos(1);
  private static final List<RowUse> HOT = List.of(new RowHash(1, 2).written("accounts", 1));

  /** {@code Response{request_id: 1, leased: {}}}. */
  private static final String LEASED = "00000006" + "1204" + "08015a00";

  /** {@code Release{request_id: 1}}. */
  private static final String RELEASE = "2a02" + "0801";

  /** The end of {@code Lease{..., at_once: true}}. */
  private static final String AT_ONCE = "2001";

  private ScriptedServer server;
  private DatabaseAdmission database;
  private final CancellableTimeout limit = new CancellableTimeout();

  @BeforeEach
  void start() throws IOException {
    server = new ScriptedServer(ScriptedServer.WELCOME);
    database =
        new DatabaseAdmission(
            new AdmissionConfig(new ScheduleConfig(50, 100, 100, 100), Duration.ofHours(1), true),
            TestAdmission.UNWATCHED,
            new Coordinator(
                CoordinatorConfig.of(server.address(), "bank", "", false),
                SystemNanoClock.INSTANCE),
            AdmissionTrials.PACE,
            SystemNanoClock.INSTANCE);
  }

  @AfterEach
  void close() throws IOException {
    assertEquals(0, database.figures().running());
    server.close();
  }

  private boolean isAsked() {
    return server.frames.stream().anyMatch(frame -> frame.startsWith("12"));
  }

  /** Admits transactions on the hot row until one has asked for a lease, and returns its ticket. */
  private AdmittedTicket admit(long boundNs) throws SQLException {
    while (true) {
      for (int i = 0; i < 3; i++) {
        database.aborted(HOT);
      }
      AdmittedTicket ticket = database.admit(HOT, limit, new WaitBound(boundNs, 0, false));
      if (database.figures().leased() > 0 || isAsked()) {
        return ticket;
      }
      database.end(ticket);
    }
  }

  private CompletableFuture<AdmittedTicket> admitLater() {
    CompletableFuture<AdmittedTicket> admitted =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return admit(LONG_NS);
              } catch (SQLException cancelled) {
                throw new CompletionException(cancelled);
              }
            });
    TestAdmission.await(this::isAsked, "a request was sent");
    return admitted;
  }

  @Test
  void aTransactionStartsWithItsLeaseAndEndsIt() throws Exception {
    CompletableFuture<AdmittedTicket> admitted = admitLater();
    server.send(LEASED);
    AdmittedTicket ticket = admitted.get(30, TimeUnit.SECONDS);
    assertNotNull(ticket.lease);
    assertEquals(1, database.figures().leased());
    database.end(ticket);
    TestAdmission.await(() -> server.frames.contains(RELEASE), "the lease was ended");
  }

  @Test
  void aTransactionGoesOnWithoutALeaseWhenItsWaitIsOver() throws Exception {
    AdmittedTicket ticket = admit(TimeUnit.MILLISECONDS.toNanos(20));
    assertNull(ticket.lease);
    assertTrue(database.figures().unleased() > 0);
    TestAdmission.await(() -> server.frames.contains(RELEASE), "the request was withdrawn");
    database.end(ticket);
  }

  @Test
  void aCancelledStatementWithdrawsItsRequestAndFreesItsRows() throws Exception {
    CompletableFuture<AdmittedTicket> admitted = admitLater();
    TestAdmission.await(
        () -> {
          limit.cancel();
          return admitted.isDone();
        },
        "the wait was cancelled");
    ExecutionException failed =
        assertThrows(ExecutionException.class, () -> admitted.get(30, TimeUnit.SECONDS));
    SQLException cancelled = assertInstanceOf(SQLException.class, failed.getCause());
    assertEquals("57014", cancelled.getSQLState());
    TestAdmission.await(() -> server.frames.contains(RELEASE), "the request was withdrawn");
  }

  @Test
  void aTransactionGoesOnWithoutALeaseWhenSchedulingIsSwitchedOff() throws Exception {
    CompletableFuture<AdmittedTicket> admitted = admitLater();
    database.watch().switchTo(false);
    AdmittedTicket ticket = admitted.get(30, TimeUnit.SECONDS);
    assertNull(ticket.lease);
    TestAdmission.await(() -> server.frames.contains(RELEASE), "the request was withdrawn");
    database.end(ticket);
  }

  @Test
  void furtherHotRowsOfARunningTransactionAreLeasedAtOnce() throws Exception {
    CompletableFuture<AdmittedTicket> admitted = admitLater();
    server.send(LEASED);
    AdmittedTicket ticket = admitted.get(30, TimeUnit.SECONDS);
    RowUse later = new RowHash(1, 2).written("accounts", 2);
    database.alsoUses(ticket, List.of(later));
    assertEquals(List.of(), ticket.laterLeases, "the row is not hot yet");
    for (int i = 0; i < 3; i++) {
      database.aborted(List.of(later));
    }
    database.alsoUses(ticket, List.of(later, new RowHash(1, 2).read("accounts", 2)));
    assertEquals(1, ticket.laterLeases.size());
    TestAdmission.await(
        () -> server.frames.stream().anyMatch(f -> f.startsWith("12") && f.endsWith(AT_ONCE)),
        "the row was leased");
    // The transaction ends before the coordinator has answered.
    database.end(ticket);
    TestAdmission.await(() -> server.frames.contains(RELEASE), "the first lease was ended");
    TestAdmission.await(() -> server.frames.contains("2a02" + "0802"), "the later one, too");
    // The missing answer does not keep the next transaction from asking.
    CompletableFuture<AdmittedTicket> next =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return admit(LONG_NS);
              } catch (SQLException cancelled) {
                throw new CompletionException(cancelled);
              }
            });
    TestAdmission.await(
        () -> server.frames.stream().anyMatch(f -> f.startsWith("12") && f.contains("0803")),
        "a further request was sent");
    server.send("00000006" + "1204" + "08035a00");
    database.end(next.get(30, TimeUnit.SECONDS));
  }

  @Test
  void aTransactionWhoseRowsAreKnownLateLeasesThemAtOnce() throws Exception {
    AdmittedTicket first = admit(TimeUnit.MILLISECONDS.toNanos(20));
    database.end(first);
    server.send(LEASED);
    TestAdmission.await(
        () -> {
          AdmittedTicket ticket = database.follow(HOT, LONG_NS);
          boolean isLeased = !ticket.laterLeases.isEmpty();
          database.end(ticket);
          return isLeased;
        },
        "the rows were leased");
  }

  @Test
  void aTransactionThatOnlyReadsDoesNotAsk() throws Exception {
    for (int i = 0; i < 3; i++) {
      database.aborted(HOT);
    }
    RowUse read = new RowHash(1, 2).read("accounts", 1);
    database.end(database.admit(List.of(read), limit, new WaitBound(LONG_NS, 0, false)));
    assertEquals(0, database.figures().unleased());
  }

  /** Waits until the hot row is leased at once, and ends the lease. */
  private void awaitLeasesAtOnce() throws Exception {
    AdmittedTicket first = admit(TimeUnit.MILLISECONDS.toNanos(20));
    database.end(first);
    server.send(LEASED);
    TestAdmission.await(
        () -> {
          AdmittedTicket ticket = database.follow(HOT, LONG_NS);
          boolean isLeased = !ticket.laterLeases.isEmpty();
          database.end(ticket);
          return isLeased;
        },
        "the row was leased");
  }

  @Test
  void aTransactionThatOnlyReadsLeasesNoRowsAtOnce() throws Exception {
    awaitLeasesAtOnce();
    AdmittedTicket reading =
        database.follow(List.of(new RowHash(1, 2).read("accounts", 1)), LONG_NS);
    assertEquals(List.of(), reading.laterLeases);
    database.end(reading);
  }

  @Test
  void whileSchedulingIsOffNoLeaseIsRequested() throws Exception {
    awaitLeasesAtOnce();
    database.watch().switchTo(false);
    long unleased = database.figures().unleased();
    AdmittedTicket first = database.admit(HOT, limit, new WaitBound(LONG_NS, 0, false));
    assertEquals(unleased, database.figures().unleased(), "the coordinator was not asked");
    database.end(first);
    AdmittedTicket late = database.follow(HOT, LONG_NS);
    assertEquals(List.of(), late.laterLeases);
    database.end(late);
  }
}
