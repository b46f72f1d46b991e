package dev.yardmaster.engine.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.engine.interleave.Interleaver;
import dev.yardmaster.engine.interleave.SimulatedCosts;
import dev.yardmaster.engine.interleave.SimulatedWorker;
import dev.yardmaster.engine.table.DataSize;
import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.RecordTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Tests with simulated workers; all times are virtual. */
class PrecedenceTest {

  private static final Table TABLE =
      new Table(
          0, TableDefinition.hashed("table", RowLayout.value(), 1), 1, 0, true, new DataSize());

  private final Precedence precedence = new Precedence();
  private final Interleaver interleaver = new Interleaver(1, SimulatedCosts.inMemory(), 1_000_000);
  private final List<String> course = new ArrayList<>();

  private record Call(List<Long> reads, List<Long> writes) implements RecordLogic {
    @Override
    public void declare(KeyHints keys) {
      reads.forEach(key -> keys.read(TABLE, key));
      writes.forEach(key -> keys.write(TABLE, key));
    }

    @Override
    public void run(RecordTransaction transaction) {}
  }

  private static Call reads(long... keys) {
    return new Call(LongStream.of(keys).boxed().toList(), List.of());
  }

  private static Call writes(long... keys) {
    return new Call(List.of(), LongStream.of(keys).boxed().toList());
  }

  private void worker(BiConsumer<SimulatedWorker, Precedence.OfWorker> code) {
    SimulatedWorker worker = interleaver.add();
    Precedence.OfWorker part = precedence.of(worker);
    worker.runs(() -> code.accept(worker, part));
  }

  /**
   * Adds a worker whose transaction begins its last attempt at the given time. The attempt takes 10
   * us.
   */
  private void runs(String name, long atUs, int restarts, Call call) {
    worker(
        (worker, part) -> {
          worker.pass(atUs * 1_000);
          part.begin(call);
          if (restarts > 0) {
            part.again(call, restarts);
          }
          course.add(name);
          worker.pass(10_000);
          course.add(name + " ends");
          part.ended();
        });
  }

  private void assertCourse(String... expected) {
    interleaver.run();
    assertEquals(List.of(expected), course);
  }

  @Test
  void whatConflictsWithAnOftenRestartedTransactionWaitsForIt() {
    runs("restarted", 1, Precedence.RESTARTS, new Call(List.of(1L), List.of(2L)));
    runs("writes what it reads", 3, 0, writes(7, 1));
    assertCourse(
        "restarted", "restarted ends", "writes what it reads", "writes what it reads ends");
  }

  @Test
  void readersOfAWrittenKeyWait() {
    runs("restarted", 1, Precedence.RESTARTS, writes(1));
    runs("reader", 3, 0, reads(1));
    assertCourse("restarted", "restarted ends", "reader", "reader ends");
  }

  @Test
  void othersDoNotWait() {
    runs("restarted", 1, Precedence.RESTARTS, new Call(List.of(1L), List.of(2L)));
    runs("other", 3, 0, new Call(List.of(1L), List.of(3L)));
    assertCourse("restarted", "other", "restarted ends", "other ends");
  }

  @Test
  void fewRestartsGiveNoPrecedence() {
    runs("restarted", 1, Precedence.RESTARTS - 1, writes(1));
    runs("other", 3, 0, writes(1));
    assertCourse("restarted", "other", "restarted ends", "other ends");
  }

  @Test
  void oneTransactionAtATimeHasPrecedenceInTheOrderOfTheRequests() {
    runs("third", 3, Precedence.RESTARTS, writes(3));
    runs("first", 1, Precedence.RESTARTS, writes(1));
    runs("second", 2, Precedence.RESTARTS, writes(2));
    assertCourse("first", "first ends", "second", "second ends", "third", "third ends");
  }

  @Test
  void aRestartWaitsToo() {
    runs("restarted", 1, Precedence.RESTARTS, writes(1));
    worker(
        (worker, part) -> {
          part.begin(writes(1));
          course.add("first attempt");
          worker.pass(3_000);
          part.again(writes(1), 1);
          course.add("second attempt");
        });
    assertCourse("first attempt", "restarted", "restarted ends", "second attempt");
  }

  @Test
  void precedenceLastsUntilTheTransactionEnds() {
    worker(
        (worker, part) -> {
          part.begin(writes(1));
          part.again(writes(1), Precedence.RESTARTS);
          worker.pass(3_000);
          part.again(writes(1), Precedence.RESTARTS + 1);
          worker.pass(3_000);
          course.add("ends");
          part.ended();
        });
    runs("other", 1, 0, writes(1));
    assertCourse("ends", "other", "other ends");
  }

  @Test
  void aWorkersNextTransactionHasItsOwnKeysAndNoPrecedence() {
    worker(
        (worker, part) -> {
          part.begin(writes(3));
          part.again(writes(3), Precedence.RESTARTS);
          worker.pass(3_000);
          part.ended();
          worker.pass(2_000);
          part.begin(writes(2));
          course.add("next");
          part.ended();
          worker.pass(1_000);
          part.begin(writes(3));
          course.add("conflicting");
        });
    runs("restarted", 1, Precedence.RESTARTS, writes(3));
    assertCourse("restarted", "next", "restarted ends", "conflicting");
  }

  @Test
  void furtherKeysAreIgnored() {
    long[] many = LongStream.rangeClosed(0, Precedence.MAX_KEYS).toArray();
    runs("restarted", 1, Precedence.RESTARTS, writes(many));
    runs("ignored", 3, 0, writes(Precedence.MAX_KEYS));
    runs("compared", 3, 0, writes(Precedence.MAX_KEYS - 1));
    assertCourse(
        "restarted", "ignored", "restarted ends", "compared", "ignored ends", "compared ends");
  }
}
