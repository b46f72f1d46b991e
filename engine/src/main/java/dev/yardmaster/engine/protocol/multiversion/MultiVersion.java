package dev.yardmaster.engine.protocol.multiversion;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.Binding;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.Mixing;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.versions.RecordWords;
import dev.yardmaster.engine.protocol.versions.VersionAccess;
import dev.yardmaster.engine.protocol.versions.VersionWords;
import dev.yardmaster.engine.protocol.versions.Versions;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/**
 * Multi-version timestamp ordering. When a transaction begins, it gets a timestamp, which is its
 * position in the serial order. It reads the versions that are visible at this timestamp. It aborts
 * if it writes a record that a transaction with a later timestamp has read.
 */
public final class MultiVersion implements Protocol {

  private final Binding binding;
  private final RunningTransactions running;

  /**
   * Creates a protocol for one engine.
   *
   * @param workers the maximum number of workers of the engine
   */
  public MultiVersion(int workers) {
    binding = new Binding(workers);
    running = new RunningTransactions(workers);
  }

  @Override
  public String name() {
    return "multi-version";
  }

  @Override
  public Mixing mixing() {
    return Mixing.impossible("timestamps from before the execution order conflicting transactions");
  }

  @Override
  public void bind(int workers) {
    binding.bind(this, workers);
  }

  @Override
  public int recordWords() {
    return RecordWords.WITH_READ;
  }

  @Override
  public int versionWords() {
    return VersionWords.WITHOUT_SUCCESSOR;
  }

  @Override
  public boolean hasRowsInRecords() {
    return true;
  }

  @Override
  public void initialize(Table table, int record, long stamp) {
    RecordWords.initialize(table, record, stamp, recordWords());
  }

  @Override
  public void load(Table table, int record, Row row, WorkerContext worker) {
    Versions.load(table, record, row, worker);
  }

  @Override
  public Access newAccess() {
    return new VersionAccess();
  }

  @Override
  public ConcurrencyControl control(WorkerContext worker) {
    return versions(worker);
  }

  MultiVersionControl versions(WorkerContext worker) {
    Timestamps timestamps = new Timestamps(worker.worker(), worker.pace(), worker.originNs());
    return new MultiVersionControl(running, timestamps, worker);
  }
}
