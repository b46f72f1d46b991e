package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.engine.protocol.WorkerContext;

/**
 * Range optimistic concurrency control: Wang and others, <i>Range Optimistic Concurrency Control
 * for a Composite OLTP and Bulk Processing Workload</i>, ICDE 2018. A scan stores the logical
 * ranges that it has read and their versions. Writers register in the ranges that they write. The
 * validation of a scan examines the writers that have registered since the scan, and does not read
 * the scanned rows again.
 */
public final class Rocc extends RangeProtocol {

  private final RoccSettings settings;
  private final RangeLists lists;
  private final ListedTransactions shared;

  /** Creates a protocol for one engine with at most the given number of workers. */
  public Rocc(int workers) {
    this(workers, RoccSettings.DEFAULT);
  }

  /** Creates a protocol with the given settings. */
  public Rocc(int workers, RoccSettings settings) {
    super(workers);
    this.settings = settings;
    lists = new RangeLists(settings);
    shared = new ListedTransactions(workers, clock());
  }

  @Override
  public String name() {
    return "rocc";
  }

  @Override
  ScanValidation validation(WorkerContext worker) {
    return new ListedWriters(lists, shared, settings.registers(), worker);
  }
}
