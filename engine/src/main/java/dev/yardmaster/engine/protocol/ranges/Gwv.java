package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.engine.protocol.WorkerContext;

/**
 * Global writeset validation: the scheme of Hyper (Neumann, Mühlbauer and Kemper, SIGMOD 2015) as
 * the ROCC paper describes it (ICDE 2018, section I-A). The writers of all tables are in one list.
 * A validation compares the scanned ranges with every write of every transaction that has committed
 * since the scanning transaction began.
 */
public final class Gwv extends RangeProtocol {

  /**
   * The length of the global list. At most this number of transactions can commit during a scan.
   */
  private static final int SLOTS = 1 << 16;

  private final RoccSettings settings;
  private final GlobalList list;
  private final ListedTransactions shared;

  /** Creates a protocol for one engine with at most the given number of workers. */
  public Gwv(int workers) {
    this(workers, new RoccSettings(SLOTS, true));
  }

  /** Creates a protocol with settings; the list has {@code settings.slots()} slots. */
  public Gwv(int workers, RoccSettings settings) {
    super(workers);
    this.settings = settings;
    list = new GlobalList(settings.slots());
    shared = new ListedTransactions(workers, clock());
  }

  @Override
  public String name() {
    return "gwv";
  }

  @Override
  ScanValidation validation(WorkerContext worker) {
    return new ListedWriters(list, shared, settings.registers(), worker);
  }
}
