package dev.yardmaster.engine.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.table.DataSize;
import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.RecordTransaction;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HoldBackSchedulerTest {

  private static final Table TABLE =
      new Table(
          0, TableDefinition.hashed("table", RowLayout.value(), 1), 1, 0, true, new DataSize());

  private final Queue<Call> arrived = new ArrayDeque<>();

  private record Call(int number, Set<Long> reads, Set<Long> writes) implements RecordLogic {
    @Override
    public void declare(KeyHints keys) {
      reads.forEach(key -> keys.read(TABLE, key));
      writes.forEach(key -> keys.write(TABLE, key));
    }

    @Override
    public void run(RecordTransaction transaction) {}

    boolean conflicts(Call other) {
      return writes.stream()
              .anyMatch(key -> other.reads.contains(key) || other.writes.contains(key))
          || reads.stream().anyMatch(other.writes::contains);
    }
  }

  private void reads(Long... keys) {
    arrived.add(new Call(arrived.size(), Set.of(keys), Set.of()));
  }

  private void writes(Long... keys) {
    arrived.add(new Call(arrived.size(), Set.of(), Set.of(keys)));
  }

  private HoldBackScheduler<Call> scheduler(int workers, int window) {
    return new HoldBackScheduler<>(arrived::poll, workers, window);
  }

  @Test
  void whatConflictsWithARunningOneWaitsAndAYoungerOneGoesFirst() {
    writes(1L);
    reads(1L);
    writes(2L);
    HoldBackScheduler<Call> scheduler = scheduler(3, 1);
    assertEquals(0, scheduler.next(0).number());
    assertEquals(2, scheduler.next(1).number());
    assertNull(scheduler.next(2));
    scheduler.ended(0);
    assertEquals(1, scheduler.next(2).number());
  }

  @Test
  void readersOfOneKeyRunTogether() {
    reads(1L);
    reads(1L);
    writes(1L);
    HoldBackScheduler<Call> scheduler = scheduler(3, 1);
    assertEquals(0, scheduler.next(0).number());
    assertEquals(1, scheduler.next(1).number());
    assertNull(scheduler.next(2));
    scheduler.ended(0);
    assertNull(scheduler.next(0));
    scheduler.ended(1);
    assertEquals(2, scheduler.next(0).number());
  }

  @Test
  void aWriterIsNotKeptOutByReadersWhoTakeTurns() {
    reads(1L);
    writes(1L);
    for (int i = 0; i < 100; i++) {
      reads(1L);
    }
    HoldBackScheduler<Call> scheduler = scheduler(2, 2);
    assertEquals(0, scheduler.next(0).number());
    int rounds = 0;
    int worker = 1;
    Call next = scheduler.next(worker);
    while (next != null && next.number() != 1) {
      worker = 1 - worker;
      scheduler.ended(worker);
      next = scheduler.next(worker);
      rounds++;
      assertTrue(rounds < 50, "the writer must not be passed over forever");
    }
    // From now on, no other call may start before the writer. When the last reader ends, the writer
    // must run.
    if (next == null) {
      scheduler.ended(1 - worker);
      assertEquals(1, scheduler.next(worker).number());
    }
  }

  @Test
  void noTwoThatRunConflictAndAllRun() {
    for (long seed = 1; seed <= 200; seed++) {
      playRandomly(seed);
    }
  }

  private void playRandomly(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int calls = 100;
    for (int i = 0; i < calls; i++) {
      Set<Long> reads = new HashSet<>();
      Set<Long> writes = new HashSet<>();
      for (int k = 0; k < 3; k++) {
        (random.nextBoolean() ? reads : writes).add((long) random.nextInt(12));
      }
      reads.removeAll(writes);
      arrived.add(new Call(i, reads, writes));
    }
    int workers = 1 + random.nextInt(6);
    HoldBackScheduler<Call> scheduler = scheduler(workers, 1 + random.nextInt(4));
    Map<Integer, Call> running = new HashMap<>();
    boolean[] ran = new boolean[calls];
    int done = 0;
    int idle = 0;
    while (done < calls) {
      int worker = random.nextInt(workers);
      Call call = running.remove(worker);
      if (call != null) {
        scheduler.ended(worker);
        done++;
      }
      Call next = scheduler.next(worker);
      idle = next == null && call == null ? idle + 1 : 0;
      assertTrue(
          idle < 1000,
          "a call must start or end within 1,000 steps: seed=" + seed + ", done=" + done);
      if (next != null) {
        String problem = "seed=" + seed + ", " + next + " beside " + running;
        assertTrue(running.values().stream().noneMatch(next::conflicts), problem);
        assertTrue(!ran[next.number()], problem);
        ran[next.number()] = true;
        running.put(worker, next);
      }
    }
    assertEquals(calls, Arrays.stream(toInts(ran)).sum(), "seed=" + seed);
  }

  private static int[] toInts(boolean[] flags) {
    int[] ints = new int[flags.length];
    for (int i = 0; i < flags.length; i++) {
      ints[i] = flags[i] ? 1 : 0;
    }
    return ints;
  }
}
