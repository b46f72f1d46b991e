package dev.yardmaster.engine.service.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.service.commit.CommitSequencer;
import dev.yardmaster.engine.service.conflicts.ConflictCounter;
import dev.yardmaster.engine.service.keys.KeyTables;
import dev.yardmaster.service.conflicts.sketch.RecentTransactions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ServiceWorkerPoolTest {

  private static final long LONG_NS = 10_000_000_000L;

  /** The workers of the pool, whose numbers begin with 1. */
  private final List<ServiceWorker> workers = workers(4).subList(1, 4);

  private final ServiceWorkerPool pool = new ServiceWorkerPool(workers);

  private static List<ServiceWorker> workers(int count) {
    Database database = new Database(Protocols.named("silo", count), count);
    return workers(database, new KeyTables(database, List.of()), count);
  }

  /** Returns the first service workers of a database, each with its own conflict counter. */
  static List<ServiceWorker> workers(Database database, KeyTables tables, int count) {
    RecentTransactions recent = new RecentTransactions(count, 1);
    List<ServiceWorker> workers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      workers.add(
          new ServiceWorker(
              i,
              database,
              tables,
              new CommitSequencer(null),
              System::nanoTime,
              1,
              () -> false,
              recent,
              new ConflictCounter(recent, System::nanoTime),
              null));
    }
    return workers;
  }

  @Test
  void everyWorkerIsBorrowedOnceWhereverTheSearchBegins() throws InterruptedException {
    for (int near = -5; near < 5; near++) {
      Set<ServiceWorker> taken = new HashSet<>();
      for (int i = 0; i < 3; i++) {
        taken.add(pool.take(near, 0));
      }
      assertEquals(Set.copyOf(workers), taken, "near=" + near);
      assertNull(pool.take(near, 1), "no worker is free");
      taken.forEach(pool::giveBack);
    }
  }

  @Test
  void aThreadBorrowsTheNearestFreeWorker() throws InterruptedException {
    assertSame(workers.get(1), pool.take(1, 0));
    assertSame(workers.get(2), pool.take(1, 0));
    assertSame(workers.get(0), pool.take(1, 0));
    pool.giveBack(workers.get(2));
    assertSame(workers.get(2), pool.take(0, 0));
  }

  @Test
  void aWorkerBelongsToOneThreadAtATime() throws Exception {
    AtomicIntegerArray borrowers = new AtomicIntegerArray(4);
    AtomicInteger most = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<?>> ends = new ArrayList<>();
      for (int thread = 0; thread < 8; thread++) {
        int near = thread;
        ends.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 5_000; i++) {
                    ServiceWorker taken = pool.take(near, LONG_NS);
                    assertNotNull(taken);
                    int now = borrowers.incrementAndGet(taken.number());
                    most.accumulateAndGet(now, Math::max);
                    borrowers.decrementAndGet(taken.number());
                    pool.giveBack(taken);
                    if (near == 0) {
                      pool.tidySome();
                    }
                  }
                  return null;
                }));
      }
      for (Future<?> end : ends) {
        end.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertEquals(1, most.get());
    for (int i = 0; i < 3; i++) {
      assertNotNull(pool.take(0, 0), "every worker was given back");
    }
  }
}
