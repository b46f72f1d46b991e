package dev.yardmaster.engine.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that all workers reuse freed slots, and that index entries are removed as fast as they are
 * inserted.
 */
class SlotsTest {

  private static final int AT_ONCE = 50;
  private static final int ROUNDS = 400;

  private Database database;
  private Table table;
  private Worker inserting;
  private Worker deleting;
  private GivingPace deletingPace;

  /** A pace whose waits give up when the test says so. */
  private static final class GivingPace extends ThreadPace {
    private boolean gives;
    private boolean gaveUp;

    GivingPace() {
      super(System::nanoTime);
    }

    @Override
    public boolean givesUp() {
      gaveUp |= gives;
      return gives;
    }
  }

  static List<String> protocols() {
    return Protocols.names();
  }

  private void begin(String protocol) {
    database = new Database(Protocols.named(protocol, 2), 2);
    RowLayout.Builder columns = RowLayout.columns();
    assertNotNull(columns.number("number"));
    table = database.create(TableDefinition.ordered("table", columns.build()));
    inserting = database.worker(0, new ThreadPace(System::nanoTime));
    deletingPace = new GivingPace();
    deleting = database.worker(1, deletingPace);
  }

  private void insert(long from, int count) {
    inserting.run(
        transaction -> {
          for (int i = 0; i < count; i++) {
            assertNotNull(transaction.insert(table, from + i));
          }
        });
  }

  private void delete(long from, int count) {
    deleting.run(deletion(from, count));
  }

  private RecordLogic deletion(long from, int count) {
    return transaction -> {
      for (int i = 0; i < count; i++) {
        assertTrue(transaction.delete(table, from + i));
      }
    };
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void slotsOfWhoDeletesGoToWhoInserts(String protocol) {
    begin(protocol);
    int half = 0;
    for (int round = 0; round < ROUNDS; round++) {
      insert((long) round * AT_ONCE, AT_ONCE);
      delete((long) round * AT_ONCE, AT_ONCE);
      inserting.tidy();
      deleting.tidy();
      if (round == ROUNDS / 2) {
        half = taken();
      }
    }
    assertEquals(half, taken(), "the second half of the rounds must not allocate new slots");
  }

  private int taken() {
    return table.records().taken() + (table.versions() == null ? 0 : table.versions().taken());
  }

  /**
   * Each transaction deletes many records, and 64 transactions run between two calls of tidy. The
   * index entries must be removed as fast as they are inserted.
   */
  @ParameterizedTest
  @MethodSource("protocols")
  void entriesGoAsFastAsTheyCome(String protocol) {
    begin(protocol);
    long most = 0;
    for (int round = 0; round < ROUNDS; round++) {
      insert((long) round * AT_ONCE, AT_ONCE);
      delete((long) round * AT_ONCE, AT_ONCE);
      most = Math.max(most, table.index().size());
    }
    assertTrue(most <= 3 * 64 * AT_ONCE, "entries=" + most);
  }

  /**
   * While a transaction runs, another worker deletes records that the transaction may still read. A
   * protocol may let the other worker wait until the transaction has ended. In this test the wait
   * gives up. The test then deletes the records while the first worker is inside an epoch without a
   * transaction.
   */
  @ParameterizedTest
  @MethodSource("protocols")
  void whatCannotGoYetHoldsNobodyUp(String protocol) {
    begin(protocol);
    insert(0, 1_000);
    deletingPace.gives = true;
    inserting.begin();
    deleting.begin();
    AttemptResult[] deleted = {null};
    assertEquals(
        AttemptResult.COMMITTED,
        inserting.attempt(
            reading -> {
              deleted[0] = deleting.attempt(deletion(0, 1_000));
              tidyAfterDeletion();
            }));
    deletingPace.gives = false;
    assertEquals(
        deletingPace.gaveUp ? AttemptResult.CONFLICT : AttemptResult.COMMITTED, deleted[0]);
    if (deletingPace.gaveUp) {
      var unused = inserting.context().member().enter();
      delete(0, 1_000);
      tidyAfterDeletion();
      inserting.context().member().exit();
    }
    for (int round = 0; round < 5; round++) {
      deleting.tidy();
    }
    assertEquals(0, table.index().size());
    assertTrue(deleting.isTidy());
  }

  private void tidyAfterDeletion() {
    for (int round = 0; round < 30; round++) {
      deleting.tidy();
    }
  }
}
