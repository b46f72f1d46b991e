package dev.yardmaster.server.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.replication.Member;
import dev.yardmaster.replication.MemberSettings;
import dev.yardmaster.replication.SharedLog;
import dev.yardmaster.server.config.ClusterSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a follower executes the code of a leader once before the follower leads. */
@Timeout(120)
class WarmUpTest {

  private static final PipelineConfig CONFIG = PipelineConfig.builder().concurrency(32).build();

  private static final List<Member> MEMBERS =
      List.of(new Member("n1", "127.0.0.1", 1), new Member("n2", "127.0.0.1", 2));

  @TempDir private Path folder;

  private ServedCluster server(SharedLog log, Member self) {
    MemberSettings settings =
        new MemberSettings(
            self, MEMBERS, folder.resolve(self.name()), Duration.ofSeconds(1), 32 << 20);
    return ServedCluster.start(
        CONFIG, new ClusterSettings(settings, Map.of(), 7400), List.of(), log);
  }

  @Test
  void everyTransactionCommits() {
    assertEquals(WarmUp.TRANSACTIONS, new WarmUp(CONFIG).run(() -> true));
  }

  @Test
  void itEndsAfterTheRoundInWhichItIsStopped() {
    AtomicInteger rounds = new AtomicInteger(3);
    assertEquals(
        3 * WarmUp.ROUND_TRANSACTIONS, new WarmUp(CONFIG).run(() -> rounds.getAndDecrement() > 0));
  }

  @Test
  void itDoesNotBeginAfterItWasStopped() {
    try (WarmUp warmUp = new WarmUp(CONFIG)) {
      warmUp.stop();
      warmUp.start();
      assertFalse(warmUp.hasBegun());
    }
  }

  @Test
  void itsThreadHasEndedWhenItIsClosed() {
    WarmUp warmUp = new WarmUp(CONFIG);
    warmUp.start();
    warmUp.close();
    assertTrue(
        Thread.getAllStackTraces().keySet().stream()
            .noneMatch(thread -> thread.getName().equals("yardmaster-warm-up")));
  }

  @Test
  void aFollowerWarmsUpAndALeaderDoesNot() throws Exception {
    try (SharedLog log = new SharedLog();
        ServedCluster first = server(log, MEMBERS.get(0));
        ServedCluster second = server(log, MEMBERS.get(1))) {
      assertFalse(second.warmUp().hasBegun());
      log.elect("n1", 0);
      log.settle("n1");
      first.look();
      second.look();
      assertFalse(first.warmUp().hasBegun());
      assertTrue(second.warmUp().hasBegun());
      assertFalse(second.warmUp().isStopped());
      log.elect("n2", 0);
      log.settle("n2");
      assertTrue(second.warmUp().isStopped());
      first.look();
      assertFalse(first.warmUp().hasBegun(), "it has led");
    }
  }
}
