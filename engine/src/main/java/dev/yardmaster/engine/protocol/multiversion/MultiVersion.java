package dev.yardmaster.engine.protocol.multiversion;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.Binding;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.Mixing;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/**
 * Multi-version timestamp ordering. A transaction gets its place in the serial order when it
 * begins, and reads the versions that are visible at that place. The transaction aborts if it
 * writes a record that a later transaction has read.
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
    return RecordWords.COUNT;
  }

  @Override
  public int versionWords() {
    return VersionWords.COUNT;
  }

  @Override
  public void initialize(Table table, int record, long stamp) {
    Records records = table.records();
    long[] slab = records.slab(record);
    Records.setWord(slab, records.at(record) + RecordWords.ABSENCE_READ, stamp);
  }

  @Override
  public void load(Table table, int record, Row row, WorkerContext worker) {
    Records versions = table.versions();
    int version = worker.allocator(versions).allocate();
    long[] slab = versions.slab(version);
    int at = versions.at(version);
    versions.putRow(version, slab, at, row);
    VersionWords.fill(slab, at, LOADED_VERSION, RecordWords.NONE, VersionWords.PRESENT);
    Records records = table.records();
    RecordWords.setHead(
        worker.words(), records.slab(record), records.at(record), RecordWords.headOf(version));
  }

  @Override
  public void unload(Table table, int record, WorkerContext worker) {
    Records records = table.records();
    long head = RecordWords.head(worker.words(), records.slab(record), records.at(record));
    worker.allocator(table.versions()).free(RecordWords.newest(head));
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
