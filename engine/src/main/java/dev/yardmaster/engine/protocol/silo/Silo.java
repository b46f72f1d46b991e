package dev.yardmaster.engine.protocol.silo;

import dev.yardmaster.engine.protocol.Binding;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/**
 * Silo's optimistic concurrency control: Tu, Zheng, Kohler, Liskov and Madden, <i>Speedy
 * Transactions in Multicore In-Memory Databases</i>, SOSP 2013, section 4.
 *
 * <p>Reads take no locks and write nothing; a commit locks what it writes, checks that all that it
 * read is as it was, and installs. Versions are drawn by each worker for itself, above all that the
 * transaction saw. Epochs are not part of them: the redo log is one, so its order needs none.
 */
public final class Silo implements Protocol {

  private final Binding binding = new Binding(WorkerContext.MAX_WORKERS);

  /** A new protocol for one engine. */
  public Silo() {}

  @Override
  public String name() {
    return "silo";
  }

  @Override
  public void bind(int workers) {
    binding.bind(this, workers);
  }

  @Override
  public int recordWords() {
    return 1;
  }

  @Override
  public void initialize(Table table, int record, long stamp) {
    set(table, record, SiloWord.absent(stamp));
  }

  @Override
  public void load(Table table, int record, Row row, WorkerContext worker) {
    Records records = table.records();
    records.putRow(record, records.slab(record), records.at(record), row);
    set(table, record, SiloWord.present(LOADED_VERSION));
  }

  private static void set(Table table, int record, long word) {
    Records records = table.records();
    Records.setWord(records.slab(record), records.at(record), word);
  }

  @Override
  public ConcurrencyControl control(WorkerContext worker) {
    return new SiloControl(worker);
  }
}
