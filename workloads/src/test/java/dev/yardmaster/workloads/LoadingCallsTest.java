package dev.yardmaster.workloads;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LoadingCallsTest {

  private static List<Integer> writesOfCalls(Stream<WorkloadEntry> entries) {
    List<Integer> counts = new ArrayList<>();
    new LoadingCalls(entries.iterator())
        .forEachRemaining(
            call -> {
              AtomicInteger writes = new AtomicInteger();
              ((OneShot) call.argument()).stateTo(new CountingStatements(writes));
              counts.add(writes.get());
            });
    return counts;
  }

  private record CountingStatements(AtomicInteger writes) implements OneShot.Statements {
    @Override
    public void put(Key key, byte[] value) {
      writes.incrementAndGet();
    }

    @Override
    public void read(Key key) {
      throw new AssertionError(key);
    }

    @Override
    public void require(Key key, byte[] value) {
      throw new AssertionError(key);
    }

    @Override
    public void requireAbsent(Key key) {
      throw new AssertionError(key);
    }

    @Override
    public void requireAtLeast(Key key, long least) {
      throw new AssertionError(key);
    }

    @Override
    public void putLong(Key key, long value) {
      throw new AssertionError(key);
    }

    @Override
    public void add(Key key, long delta) {
      throw new AssertionError(key);
    }

    @Override
    public void delete(Key key) {
      throw new AssertionError(key);
    }
  }

  @Test
  void transactionsHaveAtMostAHundredEntries() {
    assertEquals(
        List.of(100, 100, 50),
        writesOfCalls(
            IntStream.range(0, 250).mapToObj(id -> WorkloadEntry.ofLong(Key.of("t", id), id))));
    assertEquals(List.of(), writesOfCalls(Stream.empty()));
  }

  @Test
  void largeValuesMakeSmallerTransactions() {
    assertEquals(
        List.of(2, 2, 1),
        writesOfCalls(
            IntStream.range(0, 5)
                .mapToObj(id -> new WorkloadEntry(Key.of("t", id), new byte[40_000]))));
  }
}
