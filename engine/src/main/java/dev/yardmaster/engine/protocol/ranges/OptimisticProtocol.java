package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.engine.protocol.Binding;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/**
 * What the optimistic schemes have in common: records with one word, commit timestamps of one
 * counter, and {@link OptimisticControl}. They differ in how scans are validated, and in nothing
 * else.
 */
abstract class OptimisticProtocol implements Protocol {

  private final Binding binding;
  private final CommitClock clock = new CommitClock();

  OptimisticProtocol(int workers) {
    binding = new Binding(workers);
  }

  final CommitClock clock() {
    return clock;
  }

  /** How a worker validates scans. */
  abstract ScanValidation validation(WorkerContext worker);

  @Override
  public final void bind(int workers) {
    binding.bind(this, workers);
  }

  @Override
  public final int recordWords() {
    return 1;
  }

  @Override
  public final void initialize(Table table, int record, long stamp) {
    set(table, record, RecordWord.absent(stamp));
  }

  @Override
  public final void load(Table table, int record, Row row, WorkerContext worker) {
    Records records = table.records();
    records.putRow(record, records.slab(record), records.at(record), row);
    set(table, record, RecordWord.present(LOADED_VERSION));
  }

  private static void set(Table table, int record, long word) {
    Records records = table.records();
    Records.setWord(records.slab(record), records.at(record), word);
  }

  @Override
  public ConcurrencyControl control(WorkerContext worker) {
    return new OptimisticControl(worker, clock, validation(worker));
  }
}
