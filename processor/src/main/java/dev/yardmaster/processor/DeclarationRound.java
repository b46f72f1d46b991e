package dev.yardmaster.processor;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.YardmasterException;

/** Takes the keys of one round of a procedure; a logic that kept it declares nothing later. */
final class DeclarationRound implements KeyDeclaration {

  private final RunBuffer run;
  private boolean over;

  DeclarationRound(RunBuffer run) {
    this.run = run;
  }

  void end() {
    over = true;
  }

  @Override
  public void read(Key key) {
    checkOpen(key);
    run.declareRead(key);
  }

  @Override
  public void write(Key key) {
    checkOpen(key);
    run.declareWrite(key);
  }

  @Override
  public void scan(Scan scan) {
    if (scan == null) {
      throw new YardmasterException(ErrorCode.BAD_SCAN, "a scan is not null", "scan", "null");
    }
    checkOpen(scan.from());
    run.declareScan(scan);
  }

  @Override
  public void update(Key key) {
    checkOpen(key);
    run.declareUpdate(key);
  }

  private void checkOpen(Key key) {
    if (over) {
      throw new YardmasterException(
          ErrorCode.TRANSACTION_OVER, "the declaration has ended", "key", key);
    }
  }
}
