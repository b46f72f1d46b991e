package dev.yardmaster.processor.caller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.agrona.concurrent.Agent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class CombiningAgentTest {

  private static final long A_MINUTE_NS = 60_000_000_000L;

  private final CallerCrowd crowd = new CallerCrowd(0, A_MINUTE_NS);

  /** An agent that finds work in the given number of duty cycles. */
  private static final class Counted implements Agent {
    private final List<String> events = new ArrayList<>();
    private int left;
    private Runnable inCycle = () -> {};

    private Counted(int left) {
      this.left = left;
    }

    @Override
    public int doWork() {
      inCycle.run();
      events.add("cycle");
      return left-- > 0 ? 1 : 0;
    }

    @Override
    public void onClose() {
      events.add("closed");
    }

    @Override
    public String roleName() {
      return "counted";
    }
  }

  @Test
  void aWaitingCallerRunsTheAgentUntilItsWaitIsOver() {
    Counted counted = new Counted(100);
    CombiningAgent agent = new CombiningAgent(counted, crowd, LockSupport::unpark, () -> 0);
    assertTrue(agent.run(() -> counted.events.size() == 3));
    assertEquals(3, counted.events.size());
    assertFalse(agent.run(() -> true), "a caller that does not wait runs nothing");
    assertEquals(3, counted.events.size());
  }

  @Test
  void aCallerPassesItsMessageInItsTurn() throws Exception {
    Counted counted = new Counted(100);
    CombiningAgent agent = new CombiningAgent(counted, crowd, LockSupport::unpark, () -> 0);
    assertTrue(agent.begin());
    assertTrue(agent.isRunByThisThread());
    assertEquals(0, agent.doWork(), "the agent's thread has no turn now");
    counted.events.add("message");
    agent.end(() -> counted.events.size() == 3);
    assertEquals(List.of("message", "cycle", "cycle"), counted.events);
    assertFalse(agent.isRunByThisThread());
  }

  @Test
  void aCallerLeavesAnAgentWithoutWork() {
    Counted counted = new Counted(2);
    CombiningAgent agent = new CombiningAgent(counted, crowd, LockSupport::unpark, () -> 0);
    assertTrue(agent.run(() -> false));
    assertEquals(3, counted.events.size());
    assertFalse(agent.run(() -> false));
  }

  @Test
  void theAgentsThreadLeavesItsNextCycleToACallerThatHasAsked() throws Exception {
    Counted counted = new Counted(100);
    CombiningAgent agent = new CombiningAgent(counted, crowd, LockSupport::unpark, () -> 0);
    assertEquals(1, agent.doWork());
    agent.run(() -> true);
    assertEquals(0, agent.doWork());
    assertEquals(1, counted.events.size());
    assertEquals(1, agent.doWork());
    assertEquals(2, counted.events.size());
  }

  @Test
  void onlyOneThreadHasTheTurn() throws Exception {
    Counted counted = new Counted(1);
    CombiningAgent agent = new CombiningAgent(counted, crowd, LockSupport::unpark, () -> 0);
    CountDownLatch inCycle = new CountDownLatch(1);
    CountDownLatch mayLeave = new CountDownLatch(1);
    counted.inCycle =
        () -> {
          inCycle.countDown();
          assertTrue(agent.isRunByThisThread());
          await(mayLeave);
        };
    CompletableFuture<Boolean> other =
        CompletableFuture.supplyAsync(
            () -> agent.run(() -> !counted.events.isEmpty()), task -> new Thread(task).start());
    await(inCycle);
    assertFalse(agent.isRunByThisThread());
    assertFalse(agent.run(() -> false));
    assertEquals(0, agent.doWork(), "the other caller has asked");
    assertEquals(0, agent.doWork(), "the other caller has the turn");
    mayLeave.countDown();
    assertTrue(other.join());
    counted.inCycle = () -> {};
    assertEquals(0, agent.doWork());
    assertEquals(2, counted.events.size());
  }

  @Test
  void anExceptionOnACallersThreadEndsTheAgent() {
    Counted counted = new Counted(1);
    CombiningAgent agent = new CombiningAgent(counted, crowd, LockSupport::unpark, () -> 0);
    IllegalStateException broken = new IllegalStateException("broken");
    counted.inCycle =
        () -> {
          throw broken;
        };
    assertFalse(agent.run(() -> false));
    assertSame(broken, assertThrows(IllegalStateException.class, agent::doWork).getCause());
    counted.inCycle = () -> {};
    assertFalse(agent.run(() -> false));
    assertEquals(List.of(), counted.events);
  }

  @Test
  void aTurnThatAnErrorHasLeftEndsTheAgent() throws Exception {
    CombiningAgent agent = new CombiningAgent(new Counted(1), crowd, LockSupport::unpark, () -> 0);
    agent.abandon();
    assertEquals(1, agent.doWork(), "without a turn, nothing was abandoned");
    assertTrue(agent.begin());
    agent.abandon();
    assertFalse(agent.isRunByThisThread());
    assertThrows(IllegalStateException.class, agent::doWork);
  }

  @Test
  void nobodyRunsAClosedAgent() throws Exception {
    Counted counted = new Counted(100);
    CombiningAgent agent = new CombiningAgent(counted, crowd, LockSupport::unpark, () -> 0);
    agent.onClose();
    assertEquals(List.of("closed"), counted.events);
    CompletableFuture<Boolean> other =
        CompletableFuture.supplyAsync(
            () -> agent.run(() -> false), task -> new Thread(task).start());
    assertFalse(other.join());
    assertEquals(List.of("closed"), counted.events);
  }

  @Test
  void otherCallersAreWokenAFewAtATimeWhenATurnIsOver() throws Exception {
    List<Thread> others = Stream.generate(Thread::new).limit(10).toList();
    Counted counted = new Counted(1);
    List<Thread> woken = new ArrayList<>();
    CombiningAgent agent = new CombiningAgent(counted, crowd, woken::add, () -> 0);
    counted.inCycle =
        () -> {
          others.forEach(agent::wake);
          agent.wake(Thread.currentThread());
          assertEquals(List.of(), woken);
        };
    assertTrue(agent.doWork() > 0);
    assertEquals(others.subList(0, 4), woken);
    counted.inCycle = () -> {};
    assertTrue(agent.doWork() > 0, "callers are left to be woken");
    assertEquals(others.subList(0, 8), woken);
    agent.onClose();
    assertEquals(others, woken, "a thread need not wake itself");
    woken.clear();
    agent.wake(others.get(0));
    assertEquals(others.subList(0, 1), woken, "outside of a turn, a caller is woken at once");
  }

  /** A caller that notices its reply while it spins receives another reply before it is woken. */
  @Test
  void aCallerThatIsAnsweredOftenIsWokenOnce() throws Exception {
    List<Thread> others = Stream.generate(Thread::new).limit(10).toList();
    Counted counted = new Counted(100);
    List<Thread> woken = new ArrayList<>();
    CombiningAgent agent = new CombiningAgent(counted, crowd, woken::add, () -> 0);
    counted.inCycle = () -> others.forEach(agent::wake);
    for (int turns = 0; turns < 100; turns++) {
      assertTrue(agent.doWork() > 0);
    }
    counted.inCycle = () -> {};
    woken.clear();
    while (agent.doWork() > 0) {
      assertTrue(woken.size() <= others.size());
    }
    assertTrue(woken.size() <= others.size());
  }

  @Test
  void othersAreWokenWhileACallerWaitsLong() {
    Thread other = new Thread();
    Counted counted = new Counted(Integer.MAX_VALUE);
    List<Thread> woken = new ArrayList<>();
    CombiningAgent agent = new CombiningAgent(counted, crowd, woken::add, () -> 0);
    agent.run(() -> counted.events.size() == 10);
    counted.inCycle = () -> agent.wake(other);
    assertTrue(agent.run(() -> counted.events.size() == 10_000));
    assertTrue(counted.events.size() < 1_000, "the turn ends although the caller waits");
    assertEquals(List.of(other), woken);
  }

  /**
   * Returns a caller that arrives while many others try to get the turn, and that is therefore put
   * to sleep.
   */
  private Thread sleeper(CombiningAgent agent) {
    for (int i = 0; i < 5; i++) {
      crowd.join();
    }
    Thread caller = new Thread(() -> agent.arrive(A_MINUTE_NS));
    caller.start();
    while (LockSupport.getBlocker(caller) != crowd) {
      LockSupport.parkNanos(100_000);
    }
    return caller;
  }

  @Test
  void aSleepingCallerIsWokenAfterATurn() throws Exception {
    CombiningAgent agent =
        new CombiningAgent(
            new Counted(1), crowd, LockSupport::unpark, () -> CallerCrowd.CROWDED_INTERVAL_NS);
    Thread caller = sleeper(agent);
    assertEquals(1, agent.doWork());
    caller.join();
  }

  @Test
  void sleepingCallersAreWokenWhenTheAgentIsClosed() throws Exception {
    CombiningAgent agent = new CombiningAgent(new Counted(1), crowd, LockSupport::unpark, () -> 0);
    Thread caller = sleeper(agent);
    agent.onClose();
    caller.join();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(20, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
