package dev.yardmaster.engine.index;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Runs the threads of a test in parallel. If a thread fails, the test fails with the first failure.
 */
final class Threads {

  private static final int LIMIT_SECONDS = 120;

  private Threads() {}

  /** The work of one thread. */
  interface Part {
    void run(int thread) throws Exception;
  }

  /** The work of one thread in one round. */
  interface Step {
    void run(int thread, int round) throws Exception;
  }

  static void run(int threads, Part part) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> parts = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int thread = i;
        parts.add(
            executor.submit(
                () -> {
                  part.run(thread);
                  return null;
                }));
      }
      for (Future<?> running : parts) {
        running.get(LIMIT_SECONDS, TimeUnit.SECONDS);
      }
    } finally {
      executor.shutdownNow();
    }
  }

  /** Runs rounds of two steps each. All threads begin each step at the same time. */
  static void runInStep(int threads, int rounds, Step first, Step second) throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(threads);
    run(
        threads,
        thread -> {
          for (int round = 0; round < rounds; round++) {
            barrier.await(LIMIT_SECONDS, TimeUnit.SECONDS);
            first.run(thread, round);
            barrier.await(LIMIT_SECONDS, TimeUnit.SECONDS);
            second.run(thread, round);
          }
        });
  }
}
