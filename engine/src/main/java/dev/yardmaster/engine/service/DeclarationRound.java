package dev.yardmaster.engine.service;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.Values;
import dev.yardmaster.api.YardmasterException;

/** Takes the keys of one round of a procedure; a logic that kept it declares nothing later. */
final class DeclarationRound implements KeyDeclaration {

  private final TouchedKeys keys;
  private boolean over;

  DeclarationRound(TouchedKeys keys) {
    this.keys = keys;
  }

  void end() {
    over = true;
  }

  @Override
  public void read(Key key) {
    var unused = keys.allowRead(checked(key));
  }

  @Override
  public void write(Key key) {
    var unused = keys.allowWrite(checked(key));
  }

  @Override
  public void scan(Scan scan) {
    if (scan == null) {
      throw new YardmasterException(ErrorCode.BAD_SCAN, "a scan is not null", "scan", "null");
    }
    var unused = checked(scan.from());
    keys.scans().allow(scan);
  }

  private Key checked(Key key) {
    if (over) {
      throw new YardmasterException(
          ErrorCode.TRANSACTION_OVER, "the declaration has ended", "key", key);
    }
    return Values.check(key);
  }
}
