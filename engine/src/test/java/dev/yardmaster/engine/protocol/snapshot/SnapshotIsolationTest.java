package dev.yardmaster.engine.protocol.snapshot;

import dev.yardmaster.engine.protocol.BugSearch;
import dev.yardmaster.engine.protocol.InterleavedRun;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests the certified protocols in runs of simulated workers that wait between the steps of a
 * commit.
 */
class SnapshotIsolationTest {

  private static final int SEEDS = 40;
  private static final int TRANSACTIONS_EACH = 60;

  /** The runs that have found a bug and have reported no error without the bug. */
  private static final Set<String> SOUND = new HashSet<>();

  static List<Arguments> bugs() {
    return Arrays.stream(SnapshotBug.values())
        .filter(bug -> bug != SnapshotBug.NONE)
        .flatMap(
            bug -> Arrays.stream(Certifier.values()).map(certifier -> Arguments.of(bug, certifier)))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void aPlantedBugIsFound(SnapshotBug bug, Certifier certifier) throws IOException {
    int found =
        BugSearch.requireFound(
            bug + " in " + certifier,
            bug.firstSeed(certifier),
            SEEDS,
            BugSearch.failing(seed -> run(bug, certifier, seed)));
    requireSound(certifier, found);
  }

  /** Without a planted bug, the same runs must report no error. */
  @ParameterizedTest
  @EnumSource
  void nothingIsFoundWhereNothingIsPlanted(Certifier certifier) throws IOException {
    for (int seed = 1; seed <= 3 * InterleavedRun.EFFORT; seed++) {
      requireSound(certifier, seed);
    }
  }

  /** Runs a seed without a bug, unless an earlier test has already done so. */
  private static void requireSound(Certifier certifier, int seed) throws IOException {
    if (SOUND.add(certifier + ", seed=" + seed)) {
      run(SnapshotBug.NONE, certifier, seed);
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource
  void nothingIsFoundInAThousandRuns(Certifier certifier) throws IOException {
    for (int seed = 1_000; seed < 2_000; seed++) {
      run(SnapshotBug.NONE, certifier, seed);
    }
  }

  private static void run(SnapshotBug bug, Certifier certifier, int seed) throws IOException {
    String run = bug + " in " + certifier + ", seed=" + seed;
    InterleavedRun.ofSkews(bug.plant(certifier), seed, TRANSACTIONS_EACH).requireGood(run);
    InterleavedRun.ofScanSkews(bug.plant(certifier), seed, TRANSACTIONS_EACH).requireGood(run);
    InterleavedRun.ofCommittedReads(bug.plant(certifier), seed, TRANSACTIONS_EACH).requireGood(run);
  }
}
