package dev.yardmaster.jdbc.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a client whose coordinator does not behave correctly. */
@Timeout(60)
class CoordinatorTest {
  private static final long[] HOT = {7};
  private static final long[] NONE = {};
  private static final long LONG_NS = TimeUnit.SECONDS.toNanos(30);

  private static Coordinator coordinator(String address) {
    Coordinator coordinator =
        new Coordinator(CoordinatorConfig.of(address, "bank", "", false), SystemNanoClock.INSTANCE);
    heat(coordinator);
    return coordinator;
  }

  private static void heat(Coordinator coordinator) {
    for (int i = 0; i < HotRows.HOT; i++) {
      coordinator.aborted(HOT, NONE);
    }
  }

  private static void await(BooleanSupplier condition) {
    long beganNs = System.nanoTime();
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() - beganNs < LONG_NS, "the condition did not hold in time");
      LockSupport.parkNanos(100_000);
    }
  }

  /** Asks for a lease repeatedly until a request is sent. */
  private static LeaseRequest asked(Coordinator coordinator) {
    LeaseRequest[] lease = new LeaseRequest[1];
    await(
        () -> {
          heat(coordinator);
          lease[0] = coordinator.ask(HOT, NONE, 1_000_000);
          return lease[0] != null;
        });
    return lease[0];
  }

  @Test
  void nobodyIsAskedForColdRows() throws IOException {
    try (ScriptedServer server = new ScriptedServer(ScriptedServer.WELCOME)) {
      Coordinator coordinator = coordinator(server.address());
      assertNull(coordinator.ask(new long[] {8}, new long[] {9}, 1));
      assertEquals(0, coordinator.unleased());
      assertEquals(0, server.connections.get());
      asked(coordinator);
      assertEquals(1, server.connections.get());
    }
  }

  @Test
  void theMessagesAreThoseOfTheProtocol() throws IOException {
    try (ScriptedServer server = new ScriptedServer(ScriptedServer.WELCOME)) {
      Coordinator coordinator = coordinator(server.address());
      LeaseRequest lease = asked(coordinator);
      // Request{request_id: 1, lease: Lease{written: [7], hold_ms: 2}}.
      await(
          () -> server.frames.contains("1210" + "0801" + "320c" + "0a080700000000000000" + "1802"));
      coordinator.end(lease);
      // Release{request_id: 1}.
      await(() -> server.frames.contains("2a02" + "0801"));
    }
  }

  @Test
  void aCoordinatorThatNeverGreetsCostsNoTime() throws IOException {
    try (ScriptedServer server = new ScriptedServer("")) {
      Coordinator coordinator = coordinator(server.address());
      assertNull(coordinator.acquire(HOT, NONE, LONG_NS));
      await(() -> server.connections.get() == 1);
      assertNull(coordinator.acquire(HOT, NONE, LONG_NS));
      assertEquals(2, coordinator.unleased());
    }
  }

  @Test
  void aCoordinatorThatNeverAnswersCostsOneBoundAndIsNotAskedAgain() throws IOException {
    try (ScriptedServer server = new ScriptedServer(ScriptedServer.WELCOME)) {
      Coordinator coordinator = coordinator(server.address());
      LeaseRequest lease = asked(coordinator);
      assertFalse(lease.isAnswered());
      assertNull(coordinator.settle(lease), "the wait is over");
      int sent = server.frames.size();
      assertNull(coordinator.acquire(HOT, NONE, LONG_NS), "no request is sent");
      await(() -> server.frames.stream().anyMatch(frame -> frame.startsWith("2a")));
      assertTrue(server.frames.size() <= sent + 1 + 1, server.frames::toString);
      // After the coordinator has been silent for a second, the client opens another connection and
      // sends other requests.
      asked(coordinator);
      assertEquals(2, server.connections.get());
    }
  }

  @Test
  void anAnswerEndsTheSilence() throws IOException {
    try (ScriptedServer server = new ScriptedServer(ScriptedServer.WELCOME)) {
      Coordinator coordinator = coordinator(server.address());
      coordinator.settle(asked(coordinator));
      // Request 1 is rejected: Response{request_id: 1, rejected: Error{code: "OVERLOADED"}}.
      server.send("00000012" + "1210" + "0801" + "220c" + "0a0a4f5645524c4f41444544");
      asked(coordinator);
      assertEquals(1, server.connections.get());
    }
  }

  @Test
  void waitingTransactionsGoOnWhenTheConnectionEnds() throws IOException {
    LeaseRequest lease;
    Coordinator coordinator;
    try (ScriptedServer server = new ScriptedServer(ScriptedServer.WELCOME)) {
      coordinator = coordinator(server.address());
      lease = asked(coordinator);
    }
    await(lease::isAnswered);
    assertFalse(lease.isGranted());
    assertNull(coordinator.settle(lease));
    assertNull(coordinator.acquire(HOT, NONE, LONG_NS));
  }

  @Test
  void aRefusedClientAsksRarely() throws IOException {
    // closing with the code UNAUTHENTICATED.
    String closing = "00000011" + "220f" + "0a0d" + "554e41555448454e5449434154";
    try (ScriptedServer server = new ScriptedServer(closing)) {
      Coordinator coordinator = coordinator(server.address());
      assertNull(coordinator.acquire(HOT, NONE, LONG_NS));
      await(() -> server.connections.get() == 1);
      long beganNs = System.nanoTime();
      await(
          () -> {
            heat(coordinator);
            assertNull(coordinator.ask(HOT, NONE, 1));
            return server.connections.get() == 3;
          });
      assertTrue(
          System.nanoTime() - beganNs >= TimeUnit.MILLISECONDS.toNanos(290),
          "the pauses are 100 ms and 200 ms");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "host", ":1", "host:", "host:0", "host:65536", "host:x", "::1:7400"})
  void aBadAddressIsRefused(String address) {
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> CoordinatorConfig.of(address, "bank", "", false))
            .getMessage();
    assertTrue(message.contains("coordinator=" + address), message);
  }

  @Test
  void theTokenIsTheFirstLineOfItsFileAndIsNotShown(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("token"), "secret\nrest\n");
    CoordinatorConfig config = CoordinatorConfig.of("[::1]:7400", "bank", file.toString(), true);
    assertEquals(new CoordinatorConfig("::1", 7400, "bank", "secret", true), config);
    assertEquals("[::1]:7400", config.toString());
    Supplier<String> missing =
        () ->
            assertThrows(
                    IllegalArgumentException.class,
                    () -> CoordinatorConfig.of("h:1", "bank", file + "x", true))
                .getMessage();
    assertTrue(missing.get().contains("token"), missing);
    assertThrows(IllegalArgumentException.class, () -> CoordinatorConfig.of("h:1", "", "", false));
  }

  @Test
  void aGrantThatCrossesItsWithdrawalEndsTheSilence() throws IOException {
    try (ScriptedServer server = new ScriptedServer(ScriptedServer.WELCOME)) {
      Coordinator coordinator = coordinator(server.address());
      LeaseRequest lease = asked(coordinator);
      assertNull(coordinator.settle(lease), "the request is withdrawn");
      // The reading thread had received the grant before the withdrawal, and takes it afterwards.
      // The coordinator answers the withdrawal of a granted request by nothing else.
      lease.connection.leased(lease.id, false);
      assertNotNull(coordinator.ask(HOT, NONE, 1_000_000));
    }
  }

  @Test
  void aConnectionThatOnlyOwesLeasesAtOnceEndsWhenItIsNotNeeded() throws IOException {
    AtomicLong passedNs = new AtomicLong();
    try (ScriptedServer server = new ScriptedServer(ScriptedServer.WELCOME)) {
      Coordinator coordinator =
          new Coordinator(
              CoordinatorConfig.of(server.address(), "bank", "", false),
              () -> System.nanoTime() + passedNs.get());
      LeaseRequest[] lease = new LeaseRequest[1];
      await(
          () -> {
            heat(coordinator);
            lease[0] = coordinator.alsoUses(HOT, NONE, 1_000_000);
            return lease[0] != null;
          });
      coordinator.end(lease[0]);
      assertFalse(lease[0].isAnswered());
      passedNs.set(TimeUnit.SECONDS.toNanos(11));
      await(lease[0]::isAnswered);
      assertFalse(lease[0].isGranted());
    }
  }
}
