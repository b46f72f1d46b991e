package dev.yardmaster.engine.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.protocol.InterleavedRun.RunOutcome;
import dev.yardmaster.engine.protocol.RandomTransactions.Kind;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.proof.checker.CheckOptions;
import dev.yardmaster.proof.checker.CheckResult;
import dev.yardmaster.proof.checker.SerializabilityChecker;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every protocol must be serializable according to the checker of histories, and must release all
 * records and slots.
 */
class ProtocolTest {

  private static final int WORKERS = InterleavedRun.WORKERS;
  private static final int EFFORT = InterleavedRun.EFFORT;

  static List<String> protocols() {
    return Protocols.names();
  }

  static List<String> suspending() {
    return Protocols.names().stream().filter(Protocols::canSuspend).toList();
  }

  static List<Arguments> protocolsAndKinds() {
    return Stream.concat(
            protocols().stream().map(name -> Arguments.of(name, Kind.OPERATIONS)),
            suspending().stream().map(name -> Arguments.of(name, Kind.STEPS)))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("suspending")
  void stepsOfSuspendedTransactionsAreSerializable(String name) throws IOException {
    for (long seed = 1; seed <= 6 * EFFORT; seed++) {
      InterleavedRun.ofSteps(Protocols.named(name, WORKERS), seed, 20)
          .requireGood(name + ", seed=" + seed);
    }
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void interleavedWorkersAreSerializable(String name) throws IOException {
    for (long seed = 1; seed <= 4 * EFFORT; seed++) {
      InterleavedRun.of(Protocols.named(name, WORKERS), seed, 30)
          .requireGood(name + ", seed=" + seed);
    }
  }

  /** The history has each read of a read-committed transaction as a separate transaction. */
  @ParameterizedTest
  @MethodSource("protocols")
  void committedReadsAreCommitted(String name) throws IOException {
    for (long seed = 1; seed <= 10; seed++) {
      InterleavedRun.ofCommittedReads(Protocols.named(name, WORKERS), seed, 20)
          .requireGood(name + ", seed=" + seed);
    }
  }

  /** Each run has few transactions, so that runs with many seeds take little time. */
  @ParameterizedTest
  @MethodSource("protocols")
  void manyShortRunsAreSerializable(String name) throws IOException {
    for (long seed = 1; seed <= 10 * EFFORT; seed++) {
      InterleavedRun.of(Protocols.named(name, WORKERS), seed, 8)
          .requireGood(name + ", seed=" + seed);
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("protocols")
  void aThousandRunsAreSerializable(String name) throws IOException {
    for (long seed = 1_000; seed < 2_000; seed++) {
      InterleavedRun.of(Protocols.named(name, WORKERS), seed, 50)
          .requireGood(name + ", seed=" + seed);
    }
  }

  @ParameterizedTest
  @MethodSource("protocolsAndKinds")
  void moreThreadsThanCoresAreSerializable(String name, Kind kind) throws Exception {
    Protocol protocol = Protocols.named(name, WORKERS);
    RandomTransactions transactions = new RandomTransactions(protocol, WORKERS, kind);
    HistoryLog history = HistoryLog.inMemory();
    Worker[] workers = new Worker[WORKERS];
    Thread[] threads = new Thread[WORKERS];
    Throwable[] thrown = new Throwable[WORKERS];
    for (int i = 0; i < WORKERS; i++) {
      int number = i;
      workers[i] =
          transactions.database.worker(
              i, new ThreadPace(System::nanoTime), null, history.recorder());
      Runnable client = transactions.client(workers[i], 77, 1_000 * EFFORT);
      threads[i] =
          new Thread(
              () -> {
                try {
                  client.run();
                } catch (Throwable e) {
                  thrown[number] = e;
                }
              });
    }
    transactions.fill(workers[0]);
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    for (Throwable failure : thrown) {
      if (failure != null) {
        throw new IllegalStateException(name + ": a client failed", failure);
      }
    }
    history.close();
    CheckResult checked =
        SerializabilityChecker.check(
            history.bytes(), CheckOptions.defaults().withRealTime(protocol.isStrict()));
    new RunOutcome(checked, transactions.leaks(workers), 0).requireGood(name);
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void theSameSeedGivesTheSameCourse(String name) throws IOException {
    RunOutcome first = InterleavedRun.of(Protocols.named(name, WORKERS), 5, 30);
    RunOutcome second = InterleavedRun.of(Protocols.named(name, WORKERS), 5, 30);
    assertEquals(first.switches(), second.switches(), name);
    assertEquals(first.checked().reads(), second.checked().reads(), name);
  }
}
