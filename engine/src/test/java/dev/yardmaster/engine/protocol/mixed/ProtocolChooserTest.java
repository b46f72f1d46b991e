package dev.yardmaster.engine.protocol.mixed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.interleave.Interleaver;
import dev.yardmaster.engine.interleave.SimulatedCosts;
import dev.yardmaster.engine.interleave.SimulatedWorker;
import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.table.Partitioning;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.Worker;
import dev.yardmaster.trials.TunerPace;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests how a protocol is chosen for each partition, with simulated workers. */
class ProtocolChooserTest {

  private static final int WORKERS = 8;
  private static final int KEYS_EACH = 20;
  private static final int REQUESTS = 10;
  private static final long US = 1_000;
  private static final long END_NS = 12_000 * US;

  private static final TunerPace PACE =
      new TunerPace(
          5 * US, 20 * US, 100 * US, 2_000 * US, 200, 8, 100 * US, 30, 50 * US, 20_000 * US);

  /** Each worker has a partition of its own. */
  private static final Partitioning BY_KEY =
      new Partitioning() {
        @Override
        public int count() {
          return WORKERS;
        }

        @Override
        public int of(Table table, long key, byte[] rest) {
          return (int) (key % WORKERS);
        }
      };

  private final Mixed mix = Protocols.cormcc(WORKERS, BY_KEY, partition -> "silo");
  private final Database database = new Database(mix, WORKERS);
  private final LongColumn value;
  private final Table table;

  ProtocolChooserTest() {
    RowLayout.Builder columns = RowLayout.columns();
    value = columns.number("value");
    table =
        database.create(TableDefinition.hashed("records", columns.build(), WORKERS * KEYS_EACH));
  }

  /**
   * Logic that updates records of one partition; half of the updates can be in a second partition.
   */
  private final class Updates implements RecordLogic {

    private final SplittableRandom random = new SplittableRandom(1);
    private final int base;
    private final int cross;
    private final long[] keys = new long[REQUESTS];

    Updates(int base, int cross) {
      this.base = base;
      this.cross = cross;
    }

    void draw() {
      int other = base < cross ? random.nextInt(cross) : base;
      for (int i = 0; i < REQUESTS; i++) {
        keys[i] = (long) random.nextInt(KEYS_EACH) * WORKERS + (i % 2 == 0 ? base : other);
      }
    }

    @Override
    public void declare(KeyHints into) {
      for (long key : keys) {
        into.write(table, key);
      }
    }

    @Override
    public void run(RecordTransaction transaction) {
      for (long key : keys) {
        transaction.update(table, key).addLong(value, 1);
      }
    }
  }

  private List<String> chosen() {
    return IntStream.range(0, WORKERS)
        .mapToObj(partition -> mix.parts().get(mix.part(partition)).name())
        .toList();
  }

  /**
   * Runs transactions on all workers; those of the first {@code cross} workers access two
   * partitions.
   */
  private void run(int cross, long endNs) {
    Interleaver interleaver = new Interleaver(1, SimulatedCosts.inMemory(), 2 * endNs);
    Worker[] workers = new Worker[WORKERS];
    for (int i = 0; i < WORKERS; i++) {
      SimulatedWorker simulated = interleaver.add();
      Worker worker = database.worker(i, simulated);
      workers[i] = worker;
      Updates updates = new Updates(i, cross);
      simulated.runs(
          () -> {
            while (simulated.nowNs() < endNs) {
              updates.draw();
              int unused = worker.run(updates);
            }
          });
    }
    workers[0].run(
        transaction -> {
          for (int key = 0; key < WORKERS * KEYS_EACH; key++) {
            transaction.insert(table, key).setLong(value, 0);
          }
        });
    interleaver.run();
  }

  private void runTrials(boolean isCross) {
    mix.chooseBy(PACE);
    run(isCross ? WORKERS : 0, END_NS);
  }

  @Test
  void partitionsWithoutCrossPartitionTransactionsAreLockedAsAWhole() {
    runTrials(false);
    assertEquals(List.of("partcc"), chosen().stream().distinct().toList());
    assertTrue(mix.switches() >= WORKERS, "switches=" + mix.switches());
    TrialProgress progress = mix.trialProgress();
    assertTrue(
        progress.untilChange() > 0 && progress.untilChange() < progress.ended(), progress + "");
    requireDenseConflicts(mix.chooser().features());
  }

  /**
   * Partition locking cannot pay off for cross-partition transactions, so it must not even be
   * tried.
   */
  @Test
  void partitionsWithCrossPartitionTransactionsAreNot() {
    List<String> tried = new ArrayList<>();
    mix.listener((from, to, partitions) -> tried.add(mix.parts().get(to).name()));
    runTrials(true);
    assertTrue(chosen().stream().noneMatch("partcc"::equals), chosen().toString());
    assertEquals(Set.of("no-wait", "silo"), Set.copyOf(tried));
  }

  /**
   * Half of the partitions have cross-partition transactions; the tree chooses another protocol for
   * them.
   */
  @Test
  void aTreeChoosesByTheFeaturesOfEachPartition() {
    DecisionTree tree =
        DecisionTree.parse(
            """
            cross-share < 0.5
              accesses < 6.5
                silo
                partcc
              density < 0.5
                silo
                no-wait
            """);
    mix.chooseBy(tree, 100 * US);
    assertNull(mix.trialProgress());
    run(WORKERS / 2, END_NS / 3);
    assertEquals(List.of("no-wait", "partcc"), chosen().stream().distinct().toList());
    assertEquals(WORKERS / 2, chosen().lastIndexOf("no-wait") + 1);
    PartitionFeatures features = mix.chooser().features();
    long[] none = new long[features.totals().length];
    for (int partition = 0; partition < WORKERS; partition++) {
      boolean isCross = partition < WORKERS / 2;
      // In one of four transactions, the random second partition is the worker's own one.
      assertEquals(
          isCross ? 0.86 : 0,
          PartitionFeatures.crossShare(none, features.totals(), partition),
          0.06);
      assertEquals(0, PartitionFeatures.readShare(none, features.totals(), partition));
      assertEquals(
          isCross ? 5 : 8, PartitionFeatures.accessesEach(none, features.totals(), partition), 0.6);
    }
  }

  @Test
  void aTreeOfOtherProtocolsIsRefused() {
    DecisionTree tree = DecisionTree.parse("density < 0.5\nsilo\nslio");
    IllegalArgumentException wrong =
        assertThrows(IllegalArgumentException.class, () -> mix.chooseBy(tree, 100 * US));
    assertTrue(wrong.getMessage().contains("protocol=slio"), wrong.getMessage());
  }

  /**
   * Each transaction writes about 8 of the 20 records of its partition, so consecutive transactions
   * nearly always conflict.
   */
  private static void requireDenseConflicts(PartitionFeatures features) {
    assertTrue(features.probes() > 1_000, "probes=" + features.probes());
    assertEquals(1.0, (double) features.edges() / features.probes(), 0.02);
  }

  /** A share must fall clearly below its limit before a partition returns to another class. */
  @ParameterizedTest
  @CsvSource({
    "0, 0.5, , LOCAL",
    "0.09, 0.97, , LOCAL",
    "0.1, 0.5, , CROSS",
    "0, 0.98, , LOCAL_READ",
    "1, 1, , CROSS_READ",
    "0.09, 0.97, LOCAL, LOCAL",
    "0.09, 0.97, CROSS, CROSS",
    "0.03, 0.97, CROSS, LOCAL",
    "0, 0.99, LOCAL, LOCAL",
    "0, 0.994, LOCAL, LOCAL_READ",
    "0, 0.99, LOCAL_READ, LOCAL_READ"
  })
  void aClassFollowsFromTheFeatures(
      double crossShare, double readShare, PartitionClass before, PartitionClass of) {
    assertEquals(of, PartitionClass.of(crossShare, readShare, before));
  }
}
