package dev.yardmaster.engine.service;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.BufferedTransaction;
import dev.yardmaster.api.logic.ScannedEntries;
import java.util.Map;

/** A procedure's view of the keys that it has declared and that were read. */
final class DeclaredTransaction extends BufferedTransaction {

  private final TouchedKeys keys;
  private final String procedure;

  DeclaredTransaction(TouchedKeys keys, String procedure, int maxValueBytes) {
    super(maxValueBytes);
    this.keys = keys;
    this.procedure = procedure;
  }

  @Override
  protected byte[] current(Key key) {
    int position = keys.find(key);
    if (position < 0 || !(keys.isSeen(position) || keys.isWritten(position))) {
      throw undeclared("read", key);
    }
    return keys.current(position);
  }

  @Override
  protected void buffer(Key key, byte[] value) {
    int position = keys.find(key);
    if (position < 0 || !keys.mayWrite(position)) {
      throw undeclared("write", key);
    }
    keys.write(position, value);
  }

  @Override
  protected ScannedEntries scanned(Scan scan) {
    KeyScan found = keys.scans().found(scan);
    if (found == null) {
      throw new YardmasterException(
          ErrorCode.UNDECLARED_KEY,
          "a procedure scans only what it declared",
          "procedure",
          procedure,
          "scan",
          scan);
    }
    return found.entries();
  }

  @Override
  protected Map<Key, byte[]> written() {
    return keys.allWritten();
  }

  private YardmasterException undeclared(String access, Key key) {
    return new YardmasterException(
        ErrorCode.UNDECLARED_KEY,
        "a procedure touches only the keys that it declared",
        "procedure",
        procedure,
        "access",
        access,
        "key",
        key);
  }
}
