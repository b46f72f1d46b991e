package dev.yardmaster.engine.protocol.tebaldi;

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
 * A tree of three protocols: snapshots between read-only transactions and all other transactions,
 * two-phase locking between groups, and a pipeline inside each group. The package comment describes
 * the layers.
 */
public class Tebaldi implements Protocol {

  private final Binding binding;
  private final int workers;
  private final RootTimestamps snapshots;
  private final PipelineStates states;

  /**
   * Creates a protocol for one engine.
   *
   * @param workers the maximum number of workers of the engine. Every record needs six words for up
   *     to 64 workers, and two more words for each further 64 workers
   */
  public Tebaldi(int workers) {
    this.workers = workers;
    binding = new Binding(workers);
    snapshots = new RootTimestamps(workers);
    states = new PipelineStates(workers);
  }

  @Override
  public final String name() {
    return "tebaldi";
  }

  @Override
  public final void bind(int itsWorkers) {
    binding.bind(this, itsWorkers);
  }

  @Override
  public final Mixing mixing() {
    return Mixing.impossible("its transactions read versions that are not committed");
  }

  @Override
  public final int recordWords() {
    return TebaldiRecordWords.count(workers);
  }

  @Override
  public final int versionWords() {
    return TebaldiVersionWords.COUNT;
  }

  @Override
  public final void initialize(Table table, int record, long stamp) {
    Records records = table.records();
    Records.setWord(records.slab(record), records.at(record) + TebaldiRecordWords.ABSENT, stamp);
  }

  @Override
  public final void load(Table table, int record, Row row, WorkerContext worker) {
    Records versions = table.versions();
    int version = worker.allocator(versions).allocate();
    long[] slab = versions.slab(version);
    int at = versions.at(version);
    versions.putRow(version, slab, at, row);
    TebaldiVersionWords.fill(slab, at, LOADED_VERSION, TebaldiRecordWords.NONE, false);
    Records records = table.records();
    Records.setWord(records.slab(record), records.at(record), TebaldiRecordWords.headOf(version));
  }

  @Override
  public final void unload(Table table, int record, WorkerContext worker) {
    Records records = table.records();
    long head = Records.word(records.slab(record), records.at(record));
    worker.allocator(table.versions()).free(TebaldiRecordWords.newest(head));
  }

  @Override
  public final Access newAccess() {
    return new TebaldiAccess();
  }

  @Override
  public final ConcurrencyControl control(WorkerContext worker) {
    VersionStore versions = versions(worker);
    RuntimePipeline pipeline = pipeline(worker, workers, states, versions);
    GroupLocks locks = locks(worker, workers, states, pipeline);
    return new TebaldiControl(worker, snapshots, versions, pipeline, locks);
  }

  /** Creates a worker's part of the root layer. Tests override this method to plant bugs. */
  VersionStore versions(WorkerContext worker) {
    return new VersionStore(worker);
  }

  /** Creates a worker's part of the leaf layer. Tests override this method to plant bugs. */
  RuntimePipeline pipeline(
      WorkerContext worker, int itsWorkers, PipelineStates itsStates, VersionStore versions) {
    return new RuntimePipeline(worker, itsWorkers, itsStates, versions);
  }

  /** Creates a worker's part of the middle layer. Tests override this method to plant bugs. */
  GroupLocks locks(
      WorkerContext worker, int itsWorkers, PipelineStates itsStates, RuntimePipeline pipeline) {
    return new GroupLocks(worker, itsWorkers, itsStates, pipeline);
  }
}
