package dev.yardmaster.engine.protocol.tebaldi;

import dev.yardmaster.engine.protocol.InterleavedRun;
import dev.yardmaster.engine.protocol.ThreadedRun;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the layers of Tebaldi together. */
class TebaldiTest {

  private static final int SEEDS = 40;
  private static final int TRANSACTIONS_EACH = 60;

  private static Tebaldi tebaldi() {
    return new Tebaldi(InterleavedRun.WORKERS);
  }

  @Test
  void groupsAreSerializable() throws IOException {
    for (int seed = 1; seed <= SEEDS * InterleavedRun.EFFORT; seed++) {
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
}
