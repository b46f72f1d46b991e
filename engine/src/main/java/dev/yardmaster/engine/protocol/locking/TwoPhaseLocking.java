package dev.yardmaster.engine.protocol.locking;

import dev.yardmaster.engine.protocol.Binding;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/**
 * Two-phase locking: every record is locked before it is read or written, and all locks are held to
 * the end. Keys and ranges that were missing have no record to lock; that they still are is checked
 * before the commit, with all locks held, by the versions of their nodes.
 */
public final class TwoPhaseLocking implements Protocol {

  private final Binding binding;
  private final LockPolicy policy;
  private final RecordLock lock;
  private final TransactionStates states;

  /**
   * A new protocol for one engine.
   *
   * @param workers how many the engine has at most; every 64 of them take another word of a record
   */
  public TwoPhaseLocking(LockPolicy policy, int workers) {
    binding = new Binding(workers);
    this.policy = policy;
    lock = new RecordLock(workers);
    states = new TransactionStates(workers);
  }

  @Override
  public String name() {
    return policy.title();
  }

  @Override
  public void bind(int workers) {
    binding.bind(this, workers);
  }

  @Override
  public boolean usesAges() {
    return true;
  }

  @Override
  public int recordWords() {
    return lock.words();
  }

  @Override
  public void initialize(Table table, int record, long stamp) {
    set(table, record, RecordStatus.absent(stamp));
  }

  @Override
  public void load(Table table, int record, Row row, WorkerContext worker) {
    Records records = table.records();
    records.putRow(record, records.slab(record), records.at(record), row);
    set(table, record, RecordStatus.present(LOADED_VERSION));
  }

  private static void set(Table table, int record, long status) {
    Records records = table.records();
    Records.setWord(records.slab(record), records.at(record), status);
  }

  @Override
  public ConcurrencyControl control(WorkerContext worker) {
    return new LockingControl(policy, lock, states, worker);
  }
}
