package dev.yardmaster.engine.protocol;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.Protocols;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that simulated runs and the history checker together find every planted bug. */
class PlantedProtocolBugTest {

  /** A bug must be found within this number of seeds. */
  private static final int SEEDS = 40;

  /** The number of transactions of each worker in a run that searches for a bug. */
  private static final int BROKEN_TRANSACTIONS_EACH = 40;

  /**
   * The number of transactions of each worker in a run without a bug. With this number of
   * transactions, each worker reclaims records twice.
   */
  private static final int TRANSACTIONS_EACH = 120;

  static List<Arguments> bugs() {
    return Arrays.stream(PlantedBug.values())
        .flatMap(bug -> bug.protocols().stream().map(protocol -> Arguments.of(bug, protocol)))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void isFound(PlantedBug bug, String protocol) throws IOException {
    BugSearch.requireFound(
        bug + " in " + protocol,
        SEEDS,
        seed -> !isSerializable(protocol, bug::plant, seed, BROKEN_TRANSACTIONS_EACH));
  }

  static Stream<String> protocols() {
    return Protocols.names().stream();
  }

  /** Without a planted bug, the same runs must report no error. */
  @ParameterizedTest
  @MethodSource("protocols")
  void nothingIsFoundWhereNothingIsPlanted(String protocol) throws IOException {
    requireNothingFound(protocol, 1);
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("protocols")
  void nothingIsFoundByManySeedsWhereNothingIsPlanted(String protocol) throws IOException {
    requireNothingFound(protocol, 20);
  }

  private static void requireNothingFound(String protocol, int seeds) throws IOException {
    for (int seed = 1; seed <= seeds; seed++) {
      assertTrue(
          isSerializable(protocol, DawdlingControl::new, seed, TRANSACTIONS_EACH),
          protocol + ", seed=" + seed);
    }
  }

  private static boolean isSerializable(
      String protocol, BrokenProtocol.Breaking breaking, int seed, int transactionsEach)
      throws IOException {
    Protocol real = Protocols.named(protocol, InterleavedRun.WORKERS);
    return InterleavedRun.of(new BrokenProtocol(real, breaking), seed, transactionsEach)
        .checked()
        .isSerializable();
  }
}
