package dev.yardmaster.benchmarks.engine.cost;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.AttemptResult;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.Worker;
import java.util.List;

/**
 * Measures how much longer an aborted attempt takes than a committed one, on one thread. A
 * transaction of one worker reads a record. Before the transaction commits, another worker updates
 * the same record or a different one. If the two attempts access the same record, exactly one
 * attempt aborts. Under Silo and Plor, the reader's attempt aborts, because the reader has no lock.
 * Under no-wait, the writer's attempt aborts.
 */
final class AbortedAttempts {

  /** The protocols under which one of the two attempts aborts, and no attempt waits. */
  static final List<String> PROTOCOLS = List.of("silo", "plor", "no-wait");

  private static final int RECORDS = 16;

  private final Table table;
  private final LongColumn column;
  private final Worker reader;
  private final Worker writer;
  private final Reading reading = new Reading();
  private long key;
  private AttemptResult written = AttemptResult.COMMITTED;

  AbortedAttempts(String protocol, Pace pace) {
    Database database = new Database(Protocols.named(protocol, 2), 2);
    RowLayout.Builder columns = RowLayout.columns();
    column = columns.number("count");
    table = database.create(TableDefinition.hashed("counters", columns.build(), RECORDS));
    reader = database.worker(0, pace);
    writer = database.worker(1, pace);
    for (long each = 0; each < RECORDS; each++) {
      long inserted = each;
      writer.run(transaction -> transaction.insert(table, inserted));
    }
  }

  /**
   * Runs pairs of attempts.
   *
   * @param sameRecord whether the two attempts of a pair access the same record
   * @return the number of aborted attempts
   */
  int run(int pairs, boolean sameRecord) {
    key = sameRecord ? 0 : 1;
    int aborted = 0;
    for (int i = 0; i < pairs; i++) {
      reader.begin();
      aborted += reader.attempt(reading) == AttemptResult.CONFLICT ? 1 : 0;
      aborted += written == AttemptResult.CONFLICT ? 1 : 0;
    }
    return aborted;
  }

  private void update(RecordTransaction transaction) {
    transaction.update(table, key).addLong(column, 1);
  }

  /** The reader's logic. The writer runs its attempt during this logic. */
  private final class Reading implements RecordLogic {
    private final RecordLogic update = AbortedAttempts.this::update;

    @Override
    public boolean isReadOnly() {
      return true;
    }

    @Override
    public void run(RecordTransaction transaction) {
      var unused = transaction.read(table, 0);
      writer.begin();
      written = writer.attempt(update);
    }
  }
}
