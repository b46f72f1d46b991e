package dev.yardmaster.engine.protocol.tictoc;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.HeaderProtocol;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/**
 * TicToc: Yu, Pavlo, Sanchez and Devadas, <i>TicToc: Time Traveling Optimistic Concurrency
 * Control</i>, SIGMOD 2016. A version is valid from its write timestamp to its read timestamp. A
 * transaction commits at the least timestamp at which all its reads are valid and all its writes
 * are new; this timestamp may be lower than those of transactions that have committed already.
 *
 * <p>Each of the two timestamps has its own word here, where the paper packs both into one (section
 * 3.6). So a write timestamp never moves, and is the header's version; {@code ReadTimestamp} is the
 * other one. Missing keys and ranges have a read timestamp too: the stamp of their node, which a
 * commit raises to its own timestamp.
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
  public int recordWords() {
    return 2;
  }

  @Override
  public boolean isStrict() {
    return false;
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
    ReadTimestamp.set(records.slab(record), records.at(record), timestamp);
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
