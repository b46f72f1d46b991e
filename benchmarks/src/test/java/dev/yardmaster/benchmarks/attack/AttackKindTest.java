package dev.yardmaster.benchmarks.attack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.server.YardmasterServer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that each attack has its own effect on a server with the default limits. */
@Timeout(60)
class AttackKindTest {

  private static final long DEADLINE_NS = TimeUnit.SECONDS.toNanos(30);
  private static final long LOOK_NS = 1_000_000;

  @TempDir private Path folder;

  private YardmasterServer server;
  private Attack attack;

  /**
   * Starts a server and an attack, waits for the attack's effect, and checks that no act has
   * failed.
   */
  private AttackCounts attackUntil(AttackKind kind, BooleanSupplier effect) throws Exception {
    try (YardmasterServer started = AttackedServer.start(folder, kind.needsTls(), List.of())) {
      server = started;
      AttackTarget target =
          AttackedServer.target(
              folder,
              server.address().getPort(),
              server.adminAddress().orElseThrow().getPort(),
              kind.needsTls());
      try (Attack begun = kind.start(target)) {
        attack = begun;
        long beganNs = System.nanoTime();
        while (!effect.getAsBoolean()) {
          assertTrue(System.nanoTime() - beganNs < DEADLINE_NS, attack.counts()::toString);
          LockSupport.parkNanos(LOOK_NS);
        }
        AttackCounts counts = attack.counts();
        assertEquals(0, counts.failed(), counts.toString());
        return counts;
      }
    }
  }

  @Test
  void unreadAnswersAreHeldUpToTheLimit() throws Exception {
    attackUntil(
        AttackKind.UNREAD_ANSWERS,
        () -> server.unwrittenBytes() > 0 && attack.counts().refused() > 0);
  }

  @Test
  void unfinishedFramesAreHeldUpToTheLimit() throws Exception {
    attackUntil(AttackKind.UNFINISHED_FRAMES, () -> attack.counts().refused() > 0);
  }

  @Test
  void leftTransactionsStayOpenUpToTheLimit() throws Exception {
    attackUntil(
        AttackKind.LEFT_TRANSACTIONS,
        () -> server.pipeline().load().inFlight() >= 100 && attack.counts().refused() > 0);
  }

  @Test
  void halfRequestsOccupyTheAdminServer() throws Exception {
    attackUntil(AttackKind.SLOW_ADMIN, () -> attack.counts().refused() >= 20);
  }

  @Test
  void renegotiationsAreRefused() throws Exception {
    AttackCounts counts =
        attackUntil(AttackKind.TLS_HANDSHAKES, () -> attack.counts().refused() >= 20);
    assertEquals(0, counts.accepted());
  }

  @Test
  void nestedListsAreRefused() throws Exception {
    AttackCounts counts =
        attackUntil(AttackKind.NESTED_LISTS, () -> attack.counts().refused() >= 10);
    assertEquals(0, counts.accepted());
  }
}
