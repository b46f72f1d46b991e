package dev.yardmaster.engine.protocol.tictoc;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.HeaderProtocol;
import dev.yardmaster.engine.protocol.Isolation;
import dev.yardmaster.engine.protocol.Mixing;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/**
 * TicToc (Yu, Pavlo, Sanchez and Devadas, <i>TicToc: Time Traveling Optimistic Concurrency
 * Control</i>, SIGMOD 2016). A version is valid from its write timestamp to its read timestamp. A
 * transaction commits at the lowest timestamp that meets two conditions: all reads of the
 * transaction are valid at this timestamp, and the timestamp is later than the read timestamps of
 * all versions that the transaction replaces. This timestamp may be lower than the timestamps of
 * transactions that have already committed.
 *
 * <p>In this implementation, each of the two timestamps has its own word. The paper packs both
 * timestamps into one word (section 3.6), and changes the write timestamp if the two timestamps are
 * far apart. Here the write timestamp of a version never changes; it is the version in the record's
 * header. {@code ReadTimestamp} contains the read timestamp. Missing keys and ranges also have a
 * read timestamp: the stamp of their index node, which a commit raises to its own timestamp.
 */
public final class TicToc extends HeaderProtocol {

  /** Creates a protocol for one engine. */
  public TicToc() {
    super(WorkerContext.MAX_WORKERS);
  }

  @Override
  public String name() {
    return "tictoc";
  }

  @Override
  public Mixing mixing() {
    return Mixing.impossible(
        "commit timestamps order conflicting transactions, and not the commits themselves");
  }

  @Override
  public int recordWords() {
    return 2;
  }

  @Override
  public Isolation isolation() {
    return Isolation.SERIALIZABLE;
  }

  @Override
  public void initialize(Table table, int record, long stamp) {
    setReadTimestamp(table, record, stamp);
    super.initialize(table, record, stamp);
  }

  @Override
  public void load(Table table, int record, Row row, WorkerContext worker) {
    setReadTimestamp(table, record, LOADED_VERSION);
    super.load(table, record, row, worker);
  }

  private static void setReadTimestamp(Table table, int record, long timestamp) {
    Records records = table.records();
    ReadTimestamp.initialize(records.slab(record), records.at(record), timestamp);
  }

  @Override
  public Access newAccess() {
    return new TicTocAccess();
  }

  @Override
  public ConcurrencyControl control(WorkerContext worker) {
    return new TicTocControl(worker);
  }
}
