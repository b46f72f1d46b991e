package dev.yardmaster.engine.protocol.tebaldi;

import dev.yardmaster.engine.protocol.BugSearch;
import dev.yardmaster.engine.protocol.InterleavedRun;
import dev.yardmaster.engine.protocol.ThreadedRun;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Tests the layers of Tebaldi together. */
class TebaldiTest {

  private static final int SEEDS = 40;
  private static final int TRANSACTIONS_EACH = 60;

  private static Tebaldi tebaldi() {
    return new Tebaldi(InterleavedRun.WORKERS);
  }

  @Test
  void groupsAreSerializable() throws IOException {
    for (int seed = 1; seed <= 5 * InterleavedRun.EFFORT; seed++) {
      InterleavedRun.ofGroups(tebaldi(), seed, TRANSACTIONS_EACH).requireGood("seed=" + seed);
    }
  }

  @Tag("slow")
  @Test
  void groupsAreSerializableInAThousandRuns() throws IOException {
    for (int seed = 1_000; seed < 2_000; seed++) {
      InterleavedRun.ofGroups(tebaldi(), seed, TRANSACTIONS_EACH).requireGood("seed=" + seed);
    }
  }

  @Test
  void groupsOnThreadsAreSerializable() throws Exception {
    ThreadedRun.ofGroups(tebaldi()).requireGood("tebaldi");
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
  void aPlantedBugIsFound(TebaldiBug bug) throws IOException {
    int found =
        BugSearch.requireFound(
            bug, bug.firstSeed(), SEEDS, BugSearch.failing(seed -> run(bug, seed)));
    run(TebaldiBug.NONE, found);
  }

  /** Without a planted bug, the same runs must report no error. */
  @Test
  void nothingIsFoundWhereNothingIsPlanted() throws IOException {
    for (int seed = 1; seed <= 4 * InterleavedRun.EFFORT; seed++) {
      run(TebaldiBug.NONE, seed);
    }
  }

  private static void run(TebaldiBug bug, int seed) throws IOException {
    InterleavedRun.ofGroups(bug.plant(), seed, TRANSACTIONS_EACH).requireGood("seed=" + seed);
  }
}
