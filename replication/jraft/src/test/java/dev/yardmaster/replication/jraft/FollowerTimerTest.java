package dev.yardmaster.replication.jraft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alipay.sofa.jraft.util.JRaftServiceLoader;
import com.alipay.sofa.jraft.util.timer.RaftTimerFactory;
import com.alipay.sofa.jraft.util.timer.Timeout;
import com.alipay.sofa.jraft.util.timer.Timer;
import com.alipay.sofa.jraft.util.timer.TimerTask;
import dev.yardmaster.replication.jraft.network.LeaderSilence;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Tests when a follower begins an election. The test advances the clock. */
class FollowerTimerTest {

  private static final long ELECTION_TIMEOUT_MS = 500;
  private static final long DELAY_MS = 900;

  private final ManualTimer timers = new ManualTimer();
  private final LeaderSilence silence = new LeaderSilence(() -> timers.nowNs);
  private final List<Long> lookedAtMs = new ArrayList<>();
  private int followersBefore;

  private Timeout look() {
    return new FollowerTimer(
            timers,
            silence,
            () -> followersBefore,
            TimeUnit.MILLISECONDS.toNanos(ELECTION_TIMEOUT_MS))
        .newTimeout(
            fired -> lookedAtMs.add(timers.nowNs / 1_000_000), DELAY_MS, TimeUnit.MILLISECONDS);
  }

  @Test
  void theFirstFollowerLooksATenthAfterTheElectionTimeout() throws Exception {
    silence.end();
    var unused = look();
    timers.runTo(10_000);
    assertEquals(List.of(550L), lookedAtMs);
  }

  @Test
  void eachFollowerBeforeItTakesAFifth() throws Exception {
    followersBefore = 2;
    silence.end();
    var unused = look();
    timers.runTo(10_000);
    assertEquals(List.of(750L), lookedAtMs);
  }

  @Test
  void aMessageOfTheLeaderPostponesTheLook() throws Exception {
    silence.end();
    Timeout look = look();
    for (long ms = 100; ms <= 2_000; ms += 100) {
      timers.runTo(ms);
      silence.end();
    }
    assertFalse(look.isExpired());
    timers.runTo(10_000);
    assertEquals(List.of(2_550L), lookedAtMs);
    assertTrue(look.isExpired());
  }

  @Test
  void withoutALeaderTheDelayIsJraftsOwn() throws Exception {
    var unused = look();
    timers.runTo(10_000);
    silence.end();
    timers.runTo(11_000);
    unused = look();
    timers.runTo(20_000);
    assertEquals(List.of(900L, 11_900L), lookedAtMs);
  }

  @Test
  void aCancelledLookDoesNotHappen() throws Exception {
    silence.end();
    Timeout look = look();
    assertTrue(look.cancel());
    assertFalse(look.cancel());
    assertTrue(look.isCancelled());
    timers.runTo(10_000);
    assertEquals(List.of(), lookedAtMs);
  }

  @Test
  void jraftTakesTheTimerOfTheMemberThatIsInitialized() {
    RaftTimerFactory factory = JRaftServiceLoader.load(RaftTimerFactory.class).first();
    UnaryOperator<Timer> ofMember =
        timer -> {
          Set<Timeout> none = timer.stop();
          assertEquals(Set.of(), none);
          return timers;
        };
    boolean taken =
        ElectionTimers.initialize(
            ofMember, () -> factory.getElectionTimer(false, "election") == timers);
    assertTrue(taken);
    Timer own = factory.getElectionTimer(false, "election");
    assertInstanceOf(ElectionTimers.class, factory);
    assertFalse(own == timers);
    var unused = own.stop();
  }

  /** Runs tasks in the order of their times, on the test's thread. */
  private static final class ManualTimer implements Timer {

    private record Waiting(long atNs, TimerTask task) {}

    private final List<Waiting> waiting = new ArrayList<>();
    long nowNs;

    @Override
    public Timeout newTimeout(TimerTask task, long delay, TimeUnit unit) {
      waiting.add(new Waiting(nowNs + unit.toNanos(delay), task));
      return null;
    }

    void runTo(long ms) throws Exception {
      long untilNs = TimeUnit.MILLISECONDS.toNanos(ms);
      while (true) {
        Waiting next =
            waiting.stream()
                .filter(each -> each.atNs() <= untilNs)
                .min(java.util.Comparator.comparingLong(Waiting::atNs))
                .orElse(null);
        if (next == null) {
          break;
        }
        waiting.remove(next);
        nowNs = next.atNs();
        next.task().run(null);
      }
      nowNs = untilNs;
    }

    @Override
    public Set<Timeout> stop() {
      return Set.of();
    }
  }
}
