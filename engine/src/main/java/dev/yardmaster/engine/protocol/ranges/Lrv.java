package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.engine.protocol.WorkerContext;

/**
 * Local readset validation: Silo's scheme as the ROCC paper describes it (ICDE 2018, section I-A;
 * Tu and others, SOSP 2013, section 4.6). Every row of a scan is an access and is read again, and
 * the scanned nodes must be unchanged.
 */
public final class Lrv extends RangeProtocol {

  /** Creates a protocol for one engine with at most the given number of workers. */
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
