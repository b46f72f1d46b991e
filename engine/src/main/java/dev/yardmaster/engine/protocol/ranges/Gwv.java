package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.engine.protocol.WorkerContext;

/**
 * Global writeset validation, Hyper's way as the ROCC paper has it (ICDE 2018, section I-A;
 * Neumann, Mühlbauer and Kemper, SIGMOD 2015): the writers of all tables are in one list, and what
 * was scanned is compared with every write of every one since the transaction began.
 */
public final class Gwv extends RangeProtocol {

  /** As many transactions may commit beside a scan. */
  private static final int SLOTS = 1 << 16;

  private final RoccSettings settings;
  private final GlobalList list;
  private final ListedTransactions shared;

  /** A new protocol for one engine of so many workers at most. */
  public Gwv(int workers) {
    this(workers, new RoccSettings(SLOTS, true));
  }

  /** A new protocol with settings; the list has their slots. */
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
