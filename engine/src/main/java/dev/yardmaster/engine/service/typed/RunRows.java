package dev.yardmaster.engine.service.typed;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.SecondaryIndex;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.RowVisitor;
import org.jspecify.annotations.NullUnmarked;

/**
 * The typed rows that one run of a procedure sees. Only the worker that runs the logic uses the
 * object. When the logic has ended, the worker ends the object. So logic that still has a reference
 * to the object cannot access a later transaction.
 */
@NullUnmarked // Internal: fields and results may be null.
public final class RunRows implements TypedRows {

  private final TypedTables tables;
  private final RecordTransaction records;
  private final Transaction transaction;
  private final int writesBetweenChecks;
  private final Runnable check;
  private int writes;
  private boolean over;

  /**
   * Creates the rows of a run.
   *
   * @param transaction the keys and values of the same run; it also stores a decision to abort
   * @param writesBetweenChecks the number of writes between two checks
   * @param check throws an exception if the run has written too many rows. The check examines all
   *     written rows, so it is not called at each write
   */
  public RunRows(
      TypedTables tables,
      RecordTransaction records,
      Transaction transaction,
      int writesBetweenChecks,
      Runnable check) {
    this.tables = tables;
    this.records = records;
    this.transaction = transaction;
    this.writesBetweenChecks = writesBetweenChecks;
    this.check = check;
  }

  /** Ends the run. */
  public void end() {
    over = true;
  }

  private RecordTransaction open() {
    if (over) {
      throw new YardmasterException(ErrorCode.TRANSACTION_OVER, "the transaction has ended");
    }
    return records;
  }

  private RecordTransaction toWrite() {
    RecordTransaction opened = open();
    if (++writes > writesBetweenChecks) {
      writes = 0;
      check.run();
    }
    return opened;
  }

  @Override
  public Table table(String name) {
    return tables.table(name);
  }

  @Override
  public Row read(Table table, long key, byte[] rest) {
    return open().read(table, key, rest);
  }

  @Override
  public Row update(Table table, long key, byte[] rest) {
    return toWrite().update(table, key, rest);
  }

  /** Checks that the log can store a byte string as a key. */
  private static void checkKey(Table table, byte[] rest) {
    if (rest != null && (rest.length == 0 || rest.length > Key.MAX_ID_BYTES)) {
      var unused = Key.of(table.name(), rest); // Checks the key.
    }
  }

  @Override
  public Row insert(Table table, long key, byte[] rest) {
    checkKey(table, rest);
    return toWrite().insert(table, key, rest);
  }

  @Override
  public Row put(Table table, long key, byte[] rest) {
    checkKey(table, rest);
    return toWrite().put(table, key, rest);
  }

  @Override
  public boolean delete(Table table, long key, byte[] rest) {
    return toWrite().delete(table, key, rest);
  }

  @Override
  public int scan(
      Table table,
      long from,
      byte[] fromRest,
      long to,
      byte[] toRest,
      int limit,
      boolean backward,
      RowVisitor visitor) {
    return open().scan(table, from, fromRest, to, toRest, limit, backward, visitor);
  }

  @Override
  public int scan(
      SecondaryIndex index,
      byte[] from,
      byte[] to,
      int limit,
      boolean backward,
      RowVisitor visitor) {
    return open().scan(index, from, to, limit, backward, visitor);
  }

  @Override
  public RuntimeException abort(String reason) {
    return transaction.abort(reason);
  }
}
