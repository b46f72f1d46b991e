package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.Table;

/**
 * A concurrency control that forwards each call to another concurrency control. A test overrides
 * the methods that it wants to change.
 */
public class ForwardingControl implements ConcurrencyControl {

  protected final ConcurrencyControl real;
  protected final WorkerContext worker;

  protected ForwardingControl(ConcurrencyControl real, WorkerContext worker) {
    this.real = real;
    this.worker = worker;
  }

  @Override
  public void begin(Attempt attempt) {
    real.begin(attempt);
  }

  @Override
  public boolean isWounded() {
    return real.isWounded();
  }

  @Override
  public long readAsOf() {
    return real.readAsOf();
  }

  @Override
  public MissingKeys missingKeys() {
    return real.missingKeys();
  }

  @Override
  public RangeReader ranges() {
    return real.ranges();
  }

  @Override
  public boolean scansRanges() {
    return real.scansRanges();
  }

  @Override
  public void read(Access access) {
    real.read(access);
  }

  @Override
  public void update(Access access) {
    real.update(access);
  }

  @Override
  public void created(Table table, int record, long key, byte[] rest) {
    real.created(table, record, key, rest);
  }

  @Override
  public boolean locksCreated() {
    return real.locksCreated();
  }

  @Override
  public void insert(Access access) {
    real.insert(access);
  }

  @Override
  public void put(Access access) {
    real.put(access);
  }

  @Override
  public boolean lock() {
    return real.lock();
  }

  @Override
  public long decide() {
    return real.decide();
  }

  @Override
  public boolean check(long version) {
    return real.check(version);
  }

  @Override
  public void commit(long version) {
    real.commit(version);
  }

  @Override
  public void abort() {
    real.abort();
  }

  @Override
  public long reclaim(Table table, int record, long key, byte[] rest) {
    return real.reclaim(table, record, key, rest);
  }

  @Override
  public void maintain() {
    real.maintain();
  }

  @Override
  public boolean isTidy() {
    return real.isTidy();
  }
}
