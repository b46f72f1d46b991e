package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.engine.protocol.BugSearch;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.InterleavedRun;
import dev.yardmaster.engine.protocol.WorkerContext;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests ROCC and global writeset validation with the history checker: with very short arrays, and
 * with planted bugs.
 */
class RangeProtocolsTest {

  private static final int WORKERS = InterleavedRun.WORKERS;
  private static final int TRANSACTIONS_EACH = 30;

  /** A bug must be found within this number of seeds. */
  private static final int SEEDS = 40;

  /** A protocol with a planted bug. The bug determines the number of slots. */
  private static final class Broken extends RangeProtocol {
    private final PlantedRangeBug bug;
    private final RangeLists lists;
    private final ListedTransactions shared;

    Broken(PlantedRangeBug bug) {
      super(WORKERS);
      this.bug = bug;
      lists = bug.lists();
      shared = new ListedTransactions(WORKERS, clock());
    }

    @Override
    public String name() {
      return "rocc with " + bug;
    }

    @Override
    ScanValidation validation(WorkerContext worker) {
      return bug.plant(lists, shared, worker);
    }

    @Override
    public ConcurrencyControl control(WorkerContext worker) {
      return bug.control(worker, clock(), validation(worker));
    }
  }

  /** ROCC whose arrays start with two slots. */
  private static final class Growing extends RangeProtocol {
    private final RangeLists lists = new RangeLists(RoccSettings.DEFAULT, 2);
    private final ListedTransactions shared = new ListedTransactions(WORKERS, clock());

    Growing() {
      super(WORKERS);
    }

    @Override
    public String name() {
      return "rocc with short arrays";
    }

    @Override
    ScanValidation validation(WorkerContext worker) {
      return new LingeringWriters(lists, shared, worker);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void bugsAreFound(PlantedRangeBug bug) throws IOException {
    BugSearch.requireFound(
        bug,
        bug.firstSeed(),
        SEEDS,
        seed ->
            !InterleavedRun.ofScans(new Broken(bug), seed, TRANSACTIONS_EACH)
                .checked()
                .isSerializable());
  }

  @Test
  void nothingIsFoundWhereNothingIsPlanted() throws IOException {
    for (int seed = 1; seed <= 4 * InterleavedRun.EFFORT; seed++) {
      InterleavedRun.ofScans(new Broken(PlantedRangeBug.NONE), seed, TRANSACTIONS_EACH)
          .requireGood("seed=" + seed);
    }
  }

  /**
   * Even if arrays are full most of the time, no writer may be lost, and no transaction may be
   * blocked forever.
   */
  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void tinyArraysLoseNoWriter(int slots) throws IOException {
    RoccSettings settings = new RoccSettings(slots, true);
    for (long seed = 1; seed <= 3L * InterleavedRun.EFFORT; seed++) {
      String run = "slots=" + slots + ", seed=" + seed;
      InterleavedRun.ofScans(new Rocc(WORKERS, settings), seed, 20).requireGood("rocc, " + run);
      InterleavedRun.of(new Gwv(WORKERS, settings), seed, 20).requireGood("gwv, " + run);
    }
  }

  /**
   * Arrays grow while workers register in them and read them. The run must still be serializable.
   */
  @Test
  void growingArraysLoseNoWriter() throws IOException {
    for (long seed = 1; seed <= 4L * InterleavedRun.EFFORT; seed++) {
      InterleavedRun.ofScans(new Growing(), seed, TRANSACTIONS_EACH).requireGood("seed=" + seed);
    }
  }

  @Tag("slow")
  @Test
  void tinyArraysLoseNoWriterInManyRuns() throws IOException {
    for (long seed = 100; seed < 600; seed++) {
      RoccSettings settings = new RoccSettings(2 << (seed % 3), true);
      String run = "slots=" + settings.arraySlots() + ", seed=" + seed;
      InterleavedRun.of(new Rocc(WORKERS, settings), seed, 40).requireGood("rocc, " + run);
      InterleavedRun.of(new Gwv(WORKERS, settings), seed, 40).requireGood("gwv, " + run);
    }
  }
}
