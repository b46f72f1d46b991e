package dev.yardmaster.processor;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.BufferedTransaction;
import dev.yardmaster.api.logic.ScannedEntries;
import java.util.LinkedHashMap;
import java.util.Map;

/** A procedure's run on the keys that it declared. */
class ProcedureTransaction extends BufferedTransaction {

  private final RunBuffer run;
  private final String procedure;

  ProcedureTransaction(RunBuffer run, String procedure, int maxValueBytes) {
    super(maxValueBytes);
    this.run = run;
    this.procedure = procedure;
  }

  @Override
  protected byte[] current(Key key) {
    if (run.writes.writtenCount() > 0) {
      int written = run.writes.find(key);
      if (written >= 0 && run.writes.isWritten(written)) {
        return run.writes.value(written);
      }
    }
    int read = run.reads.find(key);
    if (read < 0 || read >= run.readsSent) {
      throw undeclared("read", key);
    }
    return run.reads.value(read);
  }

  @Override
  protected ScannedEntries scanned(Scan scan) {
    int position = run.scans.find(scan);
    if (position < 0 || position >= run.scansSent) {
      throw new YardmasterException(
          ErrorCode.UNDECLARED_KEY,
          "a procedure scans only what it declared",
          "procedure",
          procedure,
          "scan",
          scan);
    }
    return run.entries(position);
  }

  @Override
  protected Map<Key, byte[]> written() {
    Map<Key, byte[]> written = new LinkedHashMap<>();
    for (int i = 0; i < run.writes.size(); i++) {
      if (run.writes.isWritten(i) && !run.writes.key(i).isReserved()) {
        written.put(run.writes.key(i), run.writes.value(i));
      }
    }
    return written;
  }

  @Override
  protected void buffer(Key key, byte[] value) {
    int position = run.writes.find(key);
    if (position < 0) {
      throw undeclared("write", key);
    }
    run.writes.write(position, value);
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
