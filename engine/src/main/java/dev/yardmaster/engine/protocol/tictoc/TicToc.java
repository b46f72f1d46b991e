package dev.yardmaster.engine.protocol.tictoc;

import dev.yardmaster.engine.protocol.Binding;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/**
 * TicToc: Yu, Pavlo, Sanchez and Devadas, <i>TicToc: Time Traveling Optimistic Concurrency
 * Control</i>, SIGMOD 2016. A version is valid from its write timestamp to its read timestamp; a
 * transaction commits at the least timestamp at which all that it read is valid and all that it
 * writes is new, so it may commit before others that have committed already.
 *
 * <p>The two timestamps have a word each here, where the paper packs them into one (section 3.6):
 * so a write timestamp never moves, and it is the version's name. Missing keys and ranges have a
 * read timestamp too: the stamp of their node, which a commit raises to its own timestamp.
 */
public final class TicToc implements Protocol {

  private final Binding binding = new Binding(WorkerContext.MAX_WORKERS);

  /** A new protocol for one engine. */
  public TicToc() {}

  @Override
  public String name() {
    return "tictoc";
  }

  @Override
  public void bind(int workers) {
    binding.bind(this, workers);
  }

  @Override
  public int recordWords() {
    return TicTocWords.COUNT;
  }

  @Override
  public boolean isStrict() {
    return false;
  }

  @Override
  public void initialize(Table table, int record, long stamp) {
    set(table, record, TicTocWords.absent(stamp), stamp);
  }

  @Override
  public void load(Table table, int record, Row row, WorkerContext worker) {
    Records records = table.records();
    records.putRow(record, records.slab(record), records.at(record), row);
    set(table, record, TicTocWords.present(LOADED_VERSION), LOADED_VERSION);
  }

  private static void set(Table table, int record, long writeWord, long readTimestamp) {
    Records records = table.records();
    long[] slab = records.slab(record);
    int at = records.at(record);
    Records.setWord(slab, at + TicTocWords.READ, readTimestamp);
    Records.setWord(slab, at + TicTocWords.WRITE, writeWord);
  }

  @Override
  public ConcurrencyControl control(WorkerContext worker) {
    return new TicTocControl(worker);
  }
}
