package dev.yardmaster.api.logic;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.YardmasterException;

/**
 * Receives the keys that a procedure declares in one round. After the round ends, this object
 * rejects further keys.
 */
public final class DeclarationRound implements KeyDeclaration {

  private final KeyDeclaration keys;
  private boolean over;

  /** Creates an open round. */
  public DeclarationRound(KeyDeclaration keys) {
    this.keys = keys;
  }

  /** Ends the round. */
  public void end() {
    over = true;
  }

  @Override
  public void read(Key key) {
    checkOpen(key);
    keys.read(key);
  }

  @Override
  public void write(Key key) {
    checkOpen(key);
    keys.write(key);
  }

  @Override
  public void update(Key key) {
    checkOpen(key);
    keys.update(key);
  }

  @Override
  public void scan(Scan scan) {
    if (scan == null) {
      throw new YardmasterException(ErrorCode.BAD_SCAN, "a scan must not be null", "scan", "null");
    }
    checkOpen(scan.from());
    keys.scan(scan);
  }

  private void checkOpen(Key key) {
    if (over) {
      throw new YardmasterException(
          ErrorCode.TRANSACTION_OVER, "the declaration has ended", "key", key);
    }
  }
}
