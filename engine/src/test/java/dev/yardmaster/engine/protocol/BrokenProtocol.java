package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/** A protocol in which each worker's control has a planted bug. */
final class BrokenProtocol implements Protocol {

  /** Plants the bug in the control of one worker. */
  @FunctionalInterface
  interface Breaking {
    ConcurrencyControl broken(ConcurrencyControl real, WorkerContext worker);
  }

  private final Protocol real;
  private final Breaking breaking;

  BrokenProtocol(Protocol real, Breaking breaking) {
    this.real = real;
    this.breaking = breaking;
  }

  @Override
  public String name() {
    return "broken " + real.name();
  }

  @Override
  public void bind(int workers) {
    real.bind(workers);
  }

  @Override
  public int recordWords() {
    return real.recordWords();
  }

  @Override
  public int versionWords() {
    return real.versionWords();
  }

  @Override
  public boolean hasRowsInRecords() {
    return real.hasRowsInRecords();
  }

  @Override
  public Isolation isolation() {
    return real.isolation();
  }

  @Override
  public boolean usesAges() {
    return real.usesAges();
  }

  @Override
  public boolean usesDeadlines() {
    return real.usesDeadlines();
  }

  @Override
  public boolean canSuspend() {
    return real.canSuspend();
  }

  @Override
  public void initialize(Table table, int record, long stamp) {
    real.initialize(table, record, stamp);
  }

  @Override
  public void load(Table table, int record, Row row, WorkerContext worker) {
    real.load(table, record, row, worker);
  }

  @Override
  public Access newAccess() {
    return real.newAccess();
  }

  @Override
  public AccessSet newAccessSet() {
    return real.newAccessSet();
  }

  @Override
  public ConcurrencyControl control(WorkerContext worker) {
    return breaking.broken(real.control(worker), worker);
  }
}
