package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.engine.protocol.WorkerContext;

/**
 * Local readset validation: the scheme of Silo (Tu and others, SOSP 2013, section 4.6) as the ROCC
 * paper describes it (ICDE 2018, section I-A). Every row of a scan gets an access, and the
 * validation reads the record again. The validation also checks that the scanned index nodes are
 * unchanged.
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
