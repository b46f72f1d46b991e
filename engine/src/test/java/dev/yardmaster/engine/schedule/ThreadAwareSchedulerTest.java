package dev.yardmaster.engine.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.yardmaster.engine.table.DataSize;
import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.RecordTransaction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ThreadAwareSchedulerTest {

  private static final Table TABLE =
      new Table(
          0, TableDefinition.hashed("table", RowLayout.value(), 1), 1, 0, true, new DataSize());

  private final Queue<Writing> arrived = new ArrayDeque<>();

  /** A transaction that writes one key. */
  private record Writing(int number, long key) implements RecordLogic {
    @Override
    public void declare(KeyHints keys) {
      keys.write(TABLE, key);
    }

    @Override
    public void run(RecordTransaction transaction) {}
  }

  private void arrive(long... keys) {
    for (long key : keys) {
      arrived.add(new Writing(arrived.size(), key));
    }
  }

  private static List<Integer> take(ThreadAwareScheduler<Writing> scheduler, int worker, int most) {
    List<Integer> taken = new ArrayList<>();
    Writing next = most == 0 ? null : scheduler.next(worker);
    while (next != null) {
      taken.add(next.number());
      next = taken.size() == most ? null : scheduler.next(worker);
    }
    return taken;
  }

  @Test
  void transactionsThatConflictMeetOnOneWorker() {
    ThreadAwareScheduler<Writing> scheduler = new ThreadAwareScheduler<>(arrived::poll, 2, 4);
    arrive(7, 8, 7, 8, 7, 8, 7, 8);
    assertEquals(List.of(0, 2, 4, 6), take(scheduler, 0, 4));
    assertEquals(List.of(1, 3, 5, 7), take(scheduler, 1, 4));
    assertNull(scheduler.next(0));
  }

  @Test
  void nothingMovesAcrossBatches() {
    ThreadAwareScheduler<Writing> scheduler = new ThreadAwareScheduler<>(arrived::poll, 2, 1);
    arrive(7, 8, 8, 7, 7, 8);
    assertEquals(List.of(0), take(scheduler, 0, 1));
    assertEquals(List.of(1), take(scheduler, 1, 1));
    assertEquals(List.of(2), take(scheduler, 0, 1));
    assertEquals(List.of(3), take(scheduler, 1, 1));
  }

  @Test
  void whoIsAWholeBatchBehindGetsNoMore() {
    ThreadAwareScheduler<Writing> scheduler = new ThreadAwareScheduler<>(arrived::poll, 2, 1);
    arrive(1, 2, 3, 4, 5, 6, 7);
    // Worker 1 requests no transaction. Two transactions are in the queue of worker 1, and worker 0
    // must get all others.
    assertEquals(List.of(0, 2, 4, 5, 6), take(scheduler, 0, Integer.MAX_VALUE));
    assertEquals(List.of(1, 3), take(scheduler, 1, Integer.MAX_VALUE));
  }

  @Test
  void whoDealtLastDealsTheNextBatchBeforeItRunsDry() {
    ThreadAwareScheduler<Writing> scheduler = new ThreadAwareScheduler<>(arrived::poll, 2, 4);
    arrive(LongStream.range(0, 32).toArray());
    assertEquals(List.of(0), take(scheduler, 0, 1));
    assertEquals(List.of(1, 3, 5), take(scheduler, 1, 3));
    assertEquals(
        24,
        arrived.size(),
        "worker 1 must not deal: it did not deal the last batch, and its queue has one"
            + " transaction");
    assertEquals(List.of(2), take(scheduler, 0, 1));
    assertEquals(16, arrived.size(), "worker 0 must deal, because it has run half of its share");
    assertEquals(List.of(4, 6, 8, 10), take(scheduler, 0, 4));
    assertEquals(
        12, arrived.size(), "worker 1 must get no transaction, because it has more than one share");
  }

  @Test
  void aBatchHasABound() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new ThreadAwareScheduler<Writing>(arrived::poll, 256, 64));
  }
}
