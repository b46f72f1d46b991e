package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.engine.protocol.WorkerContext;

/**
 * Local readset validation, Silo's way as the ROCC paper has it (ICDE 2018, section I-A; Tu and
 * others, SOSP 2013, section 4.6): every row of a scan is an access and is read again, and the
 * nodes that were scanned must be unchanged.
 */
public final class Lrv extends RangeProtocol {

  /** A new protocol for one engine of so many workers at most. */
  public Lrv(int workers) {
    super(workers);
  }

  @Override
  public String name() {
    return "lrv";
  }

  @Override
  ScanValidation validation(WorkerContext worker) {
    return new ScanValidation() {};
  }
}
