package dev.yardmaster.engine.protocol.plor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.state.TransactionStates;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.AttemptResult;
import dev.yardmaster.engine.transaction.Worker;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests that records are created and reclaimed correctly if another worker accesses them at any
 * moment.
 */
class PlorRecordsTest {

  private static final int KEY = 7;

  private final Database database = new Database(Protocols.named("plor", 2), 2);
  private final Table table = database.create(TableDefinition.hashed("table", numbers(), 4));

  private static RowLayout numbers() {
    RowLayout.Builder columns = RowLayout.columns();
    var unused = columns.number("number");
    return columns.build();
  }

  /**
   * Another transaction finds a new record in the index before the record's creator has inserted
   * the row.
   */
  @Test
  void aCreatedRecordIsLockedAtOnce() {
    ScriptedPace pace = new ScriptedPace(0, 0);
    Worker creator = database.worker(0, pace);
    Worker other = database.worker(1, new ScriptedPace(0, 0));
    List<AttemptResult> others = new ArrayList<>();
    pace.atRead =
        (words, at) -> {
          if (table.index().size() == 1 && others.isEmpty()) {
            others.add(AttemptResult.FAILED);
            other.begin();
            others.set(0, other.attempt(transaction -> transaction.insert(table, KEY)));
          }
        };
    assertEquals(0, creator.run(transaction -> transaction.insert(table, KEY)));
    assertEquals(List.of(AttemptResult.CONFLICT), others);
  }

  /**
   * A reader that arrives while a record is being reclaimed must see that the record's lock is
   * exclusive.
   */
  @Test
  void aRecordThatIsReclaimedExcludesReaders() {
    ScriptedPace pace = new ScriptedPace(0, 0);
    Worker worker = database.worker(0, pace);
    worker.run(
        transaction -> {
          var unused = transaction.insert(table, KEY);
          throw transaction.abort("leaves an absent record");
        });
    PlorLock reader = new PlorLock(1, 1, 2, new TransactionStates(2), new SharedWords(null));
    List<Boolean> excluded = new ArrayList<>();
    pace.atChange =
        (words, at) -> {
          if (words instanceof long[] slab && at % table.records().at(1) == 0) {
            excluded.add(reader.excludes(reader.word(slab, at)));
          }
        };
    worker.tidy();
    assertEquals(0, table.index().size());
    assertEquals(List.of(true), excluded);
  }

  /**
   * The last transaction of the reclaiming worker was wounded. A reader does not wait for a wounded
   * writer, but it must wait for this worker.
   */
  @Test
  void aReaderWaitsWhileARecordIsReclaimed() {
    ScriptedPace pace = new ScriptedPace(0, 0);
    Worker reader = database.worker(0, new ScriptedPace(0, 0));
    Worker worker = database.worker(1, pace);
    List<AttemptResult> results = new ArrayList<>();
    worker.begin();
    results.add(
        worker.attempt(
            transaction -> {
              var unused = transaction.insert(table, KEY);
              reader.begin();
              results.add(reader.attempt(older -> older.update(table, KEY)));
            }));
    pace.atChange =
        (words, at) -> {
          if (words instanceof long[] && at % table.records().at(1) == 0) {
            reader.begin();
            results.add(reader.attempt(transaction -> transaction.read(table, KEY)));
          }
        };
    worker.tidy();
    assertEquals(
        List.of(AttemptResult.CONFLICT, AttemptResult.CONFLICT, AttemptResult.CONFLICT), results);
  }
}
