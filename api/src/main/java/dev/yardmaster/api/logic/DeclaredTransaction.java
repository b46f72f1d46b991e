package dev.yardmaster.api.logic;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Reads;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.YardmasterException;
import java.util.Map;

/** Runs a procedure on the keys that it has declared. */
public class DeclaredTransaction extends BufferedTransaction {

  private final DeclaredKeys keys;
  private final String procedure;

  /**
   * Creates a run. An access succeeds if the run has declared the key or the scan before the
   * access.
   *
   * @param procedure the procedure's name, for error messages
   */
  public DeclaredTransaction(DeclaredKeys keys, String procedure, int maxValueBytes) {
    super(maxValueBytes);
    this.keys = keys;
    this.procedure = procedure;
  }

  /**
   * Returns a view of the values that were read so far. The view has no methods that write, even
   * after a cast.
   */
  public final Reads reads() {
    return new ReadsSoFar(this);
  }

  private record ReadsSoFar(DeclaredTransaction transaction) implements Reads {

    @Override
    public byte[] get(Key key) {
      return transaction.get(key);
    }

    @Override
    public Map<Key, byte[]> scan(Scan scan) {
      return transaction.scan(scan);
    }

    @Override
    public long getLong(Key key) {
      return transaction.getLong(key);
    }

    @Override
    public boolean contains(Key key) {
      return transaction.contains(key);
    }
  }

  @Override
  protected byte[] current(Key key) {
    byte[] value = keys.current(key);
    if (value == DeclaredKeys.UNDECLARED) {
      throw undeclared("read", key);
    }
    return value;
  }

  @Override
  protected void buffer(Key key, byte[] value) {
    if (!keys.buffer(key, value)) {
      throw undeclared("write", key);
    }
  }

  @Override
  protected final ScannedEntries scanned(Scan scan) {
    ScannedEntries found = keys.scanned(scan);
    if (found == null) {
      throw new YardmasterException(
          ErrorCode.UNDECLARED_KEY,
          "a procedure can make only scans that it declared",
          "procedure",
          procedure,
          "scan",
          scan);
    }
    return found;
  }

  @Override
  protected final Map<Key, byte[]> written() {
    return keys.written();
  }

  private YardmasterException undeclared(String access, Key key) {
    return new YardmasterException(
        ErrorCode.UNDECLARED_KEY,
        "a procedure can use only keys that it declared",
        "procedure",
        procedure,
        "access",
        access,
        "key",
        key);
  }
}
