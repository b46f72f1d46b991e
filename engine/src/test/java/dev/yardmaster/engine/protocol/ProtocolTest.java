package dev.yardmaster.engine.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.protocol.InterleavedRun.RunOutcome;
import dev.yardmaster.engine.protocol.RandomTransactions.Kind;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every protocol must provide its isolation level according to the history checker, and must
 * release all records and slots.
 */
class ProtocolTest {

  private static final int WORKERS = InterleavedRun.WORKERS;

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
    for (long seed = 1; seed <= InterleavedRun.seeds(2, 3); seed++) {
      InterleavedRun.ofSteps(Protocols.named(name, WORKERS), seed, 20)
          .requireGood(name + ", seed=" + seed);
    }
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void interleavedWorkersAreSerializable(String name) throws IOException {
    for (long seed = 1; seed <= InterleavedRun.seeds(1, 2); seed++) {
      InterleavedRun.of(Protocols.named(name, WORKERS), seed, 30)
          .requireGood(name + ", seed=" + seed);
    }
  }

  /** In the history, each read of a read-committed transaction is a transaction of its own. */
  @ParameterizedTest
  @MethodSource("protocols")
  void committedReadsAreCommitted(String name) throws IOException {
    for (long seed = 1; seed <= InterleavedRun.seeds(2, 3); seed++) {
      InterleavedRun.ofCommittedReads(Protocols.named(name, WORKERS), seed, 20)
          .requireGood(name + ", seed=" + seed);
    }
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void groupsAreSerializable(String name) throws IOException {
    for (long seed = 1; seed <= InterleavedRun.seeds(1, 2); seed++) {
      InterleavedRun.ofGroups(Protocols.named(name, WORKERS), seed, 30)
          .requireGood(name + ", seed=" + seed);
    }
  }

  /** Each run has few transactions, so that runs with many seeds take little time. */
  @ParameterizedTest
  @MethodSource("protocols")
  void manyShortRunsAreSerializable(String name) throws IOException {
    for (long seed = 1; seed <= InterleavedRun.seeds(3, 5); seed++) {
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
    ThreadedRun.of(Protocols.named(name, WORKERS), kind).requireGood(name);
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
