package dev.yardmaster.engine.interleave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.transaction.Worker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class InterleaverTest {

  private static final long END_NS = 1_000_000;

  /** Runs four identical workers, and returns for each step the number of the worker that ran. */
  private static List<Integer> course(long seed) {
    Interleaver interleaver = new Interleaver(seed, SimulatedCosts.inMemory(), END_NS);
    List<Integer> course = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      SimulatedWorker worker = interleaver.add();
      worker.runs(
          () -> {
            for (int step = 0; step < 50; step++) {
              course.add(worker.number());
              worker.access();
            }
          });
    }
    interleaver.run();
    return course;
  }

  @Test
  void theSameSeedGivesTheSameCourse() {
    List<Integer> course = course(1);
    assertEquals(200, course.size());
    assertEquals(course, course(1));
    assertNotEquals(course, course(2));
  }

  /** All workers of a run must share one core, because it is slow to pass control between cores. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void allWorkersRunOnOneCore() throws Exception {
    assumeTrue(canRestrictThreads(), "taskset does not work here");
    // If runs did not release their cores, the last run would find no free core.
    for (int run = 0; run <= Runtime.getRuntime().availableProcessors(); run++) {
      Interleaver interleaver = new Interleaver(run, SimulatedCosts.inMemory(), END_NS);
      Set<Integer> cores = new TreeSet<>();
      for (int i = 0; i < 4; i++) {
        SimulatedWorker worker = interleaver.add();
        worker.runs(
            () -> {
              for (int step = 0; step < 50; step++) {
                cores.add(SingleCore.current());
                worker.access();
              }
            });
      }
      interleaver.run();
      assertEquals(1, cores.size(), cores::toString);
    }
  }

  private static boolean canRestrictThreads() throws InterruptedException {
    try {
      return new ProcessBuilder("taskset", "-c", "0", "true").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Two runs at the same time must not take the same core, because they would compete for this
   * core.
   */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aCoreIsTakenOnce() {
    List<SingleCore> taken = new ArrayList<>();
    for (int i = 0; i <= Runtime.getRuntime().availableProcessors(); i++) {
      taken.add(SingleCore.take());
    }
    assertSame(SingleCore.ANY, taken.get(taken.size() - 1));
    taken.forEach(SingleCore::release);
    SingleCore again = SingleCore.take();
    again.release();
    assertNotSame(SingleCore.ANY, again);
  }

  @Test
  void whoseTimeIsLeastGoesOn() {
    Interleaver interleaver = new Interleaver(1, SimulatedCosts.inMemory(), END_NS);
    List<Long> times = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      SimulatedWorker worker = interleaver.add();
      long durationNs = 100 + 70L * i;
      worker.runs(
          () -> {
            for (int step = 0; step < 30; step++) {
              worker.pass(durationNs);
              times.add(interleaver.nowNs());
            }
          });
    }
    interleaver.run();
    List<Long> sorted = new ArrayList<>(times);
    sorted.sort(null);
    assertEquals(sorted, times);
  }

  @Test
  void virtualTimeEndsADeadlock() {
    Interleaver interleaver = new Interleaver(1, SimulatedCosts.inMemory(), END_NS);
    for (int i = 0; i < 2; i++) {
      SimulatedWorker worker = interleaver.add();
      worker.runs(
          () -> {
            for (int round = 0; true; round++) {
              worker.await(round);
            }
          });
    }
    String message = assertThrows(IllegalStateException.class, interleaver::run).getMessage();
    assertTrue(message.contains("virtual time has run out"), message);
    assertTrue(message.contains("endNs=" + END_NS), message);
  }

  /**
   * A deadlock inside the logic of transactions must fail the whole run; any other exception in the
   * logic fails only its transaction.
   */
  @ParameterizedTest
  @MethodSource("protocols")
  void virtualTimeEndsADeadlockWithinLogic(String protocol) {
    Interleaver interleaver = new Interleaver(1, SimulatedCosts.inMemory(), END_NS);
    Database database = new Database(Protocols.named(protocol, 2), 2);
    boolean[] done = new boolean[2];
    for (int i = 0; i < 2; i++) {
      int own = i;
      SimulatedWorker simulated = interleaver.add();
      Worker worker = database.worker(i, simulated);
      simulated.runs(
          () -> {
            worker.begin();
            var unused =
                worker.attempt(
                    transaction -> {
                      for (int round = 0; !done[1 - own]; round++) {
                        simulated.await(round);
                      }
                      done[own] = true;
                    });
          });
    }
    String message = assertThrows(IllegalStateException.class, interleaver::run).getMessage();
    assertTrue(message.contains("virtual time has run out"), message);
  }

  static List<String> protocols() {
    return Protocols.names();
  }

  /**
   * After virtual time has run out, code that catches the exception must get another exception at
   * each further step.
   */
  @Test
  void whoGoesOnAfterTheEndGetsNoFurther() {
    Interleaver interleaver = new Interleaver(1, SimulatedCosts.inMemory(), END_NS);
    int[] caught = {0};
    SimulatedWorker worker = interleaver.add();
    worker.runs(
        () -> {
          while (caught[0] < 3) {
            try {
              worker.pass(END_NS);
            } catch (IllegalStateException e) {
              caught[0]++;
            }
          }
        });
    assertThrows(IllegalStateException.class, interleaver::run);
    assertEquals(3, caught[0]);
  }

  @Test
  void aWorkersFailureEndsTheRunOfAll() {
    Interleaver interleaver = new Interleaver(1, SimulatedCosts.inMemory(), Long.MAX_VALUE);
    SimulatedWorker endless = interleaver.add();
    endless.runs(
        () -> {
          while (true) {
            endless.step();
          }
        });
    SimulatedWorker failing = interleaver.add();
    RuntimeException failure = new IllegalArgumentException("a worker's own");
    failing.runs(
        () -> {
          failing.pass(10_000);
          throw failure;
        });
    assertSame(failure, assertThrows(IllegalStateException.class, interleaver::run).getCause());
  }

  @Test
  void workersMayBeUsedBeforeAndAfterTheRun() {
    Interleaver interleaver = new Interleaver(1, SimulatedCosts.inMemory(), END_NS);
    SimulatedWorker worker = interleaver.add();
    SimulatedWorker other = interleaver.add();
    worker.access();
    long beforeNs = worker.nowNs();
    assertTrue(beforeNs > 0);
    long[] begunNs = {0};
    other.runs(() -> begunNs[0] = other.nowNs());
    interleaver.run();
    assertTrue(begunNs[0] >= beforeNs, begunNs[0] + ", " + beforeNs);
    assertEquals(0, interleaver.nowNs());
    assertEquals(
        other.nowNs(),
        worker.nowNs(),
        "after the run, all workers must have the time of the worker that ended last");
  }
}
