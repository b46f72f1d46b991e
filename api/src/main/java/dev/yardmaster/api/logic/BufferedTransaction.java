package dev.yardmaster.api.logic;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.SharedValues;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionLogic;
import dev.yardmaster.api.Values;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The {@link Transaction} that every service passes to a transaction's logic. The class checks and
 * copies keys and values, encodes numbers, and ends a run. Only the thread that runs the logic may
 * use it.
 */
public abstract class BufferedTransaction implements Transaction, SharedValues {

  private final int maxValueBytes;
  private boolean over;
  private UserAbort abort;
  private Object result;
  private Throwable thrown;

  /** Creates the object for one run. Each value may have at most {@code maxValueBytes} bytes. */
  protected BufferedTransaction(int maxValueBytes) {
    this.maxValueBytes = maxValueBytes;
  }

  /**
   * Returns the value that the transaction sees. The value may come from the transaction's own
   * write. The array is not a copy.
   */
  protected abstract byte[] current(Key key);

  /**
   * Buffers a write. Stores a value in the buffer; null deletes the key's value. The buffer takes
   * ownership of the array.
   */
  protected abstract void buffer(Key key, byte[] value);

  /**
   * Runs the logic on this object, and then disables the object. {@link #result} and {@link
   * #failure} return the result or the failure of the run.
   */
  public final void run(TransactionLogic<?> logic) {
    try {
      result = logic.run(this);
    } catch (Throwable caught) { // The logic may throw any exception or error.
      thrown = caught;
    } finally {
      end();
    }
  }

  /** Returns the logic's result. */
  public final Object result() {
    return result;
  }

  /**
   * Returns the reason why the run must not commit. The reason is the result of {@link
   * #failure(Throwable)} for the exception that the logic threw.
   */
  public final Throwable failure() {
    return failure(thrown);
  }

  /**
   * Disables this object. From this point, the object rejects reads and writes, because the logic
   * may have kept a reference to the object.
   */
  public final void end() {
    over = true;
  }

  private void checkUsable(Key key) {
    Values.check(key);
    if (over) {
      throw Failures.over(key);
    }
  }

  @Override
  public final byte[] get(Key key) {
    checkUsable(key);
    byte[] value = current(key);
    return value == null ? null : value.clone();
  }

  @Override
  public final byte[] shared(Key key) {
    checkUsable(key);
    return current(key);
  }

  @Override
  public final Map<Key, byte[]> getAll(Collection<Key> keys) {
    keys.forEach(this::checkUsable);
    fetch(keys);
    Map<Key, byte[]> values = new LinkedHashMap<>();
    keys.forEach(key -> values.put(key, get(key)));
    return values;
  }

  @Override
  public final Map<Key, byte[]> scan(Scan scan) {
    checkUsable(scan.from());
    return scanned(scan).under(scan, written());
  }

  /**
   * Returns the entries that a scan finds, without the transaction's own writes. The implementation
   * may use a higher limit than the scan requests.
   */
  protected abstract ScannedEntries scanned(Scan scan);

  /** Returns the buffered writes. Null means that the key is deleted. */
  protected abstract Map<Key, byte[]> written();

  /**
   * Fetches several keys in one request. An implementation overrides this method if one request is
   * cheaper than a request for each key.
   */
  protected void fetch(Collection<Key> keys) {}

  @Override
  public final long getLong(Key key) {
    checkUsable(key);
    return Values.toLong(key, current(key));
  }

  @Override
  public final boolean contains(Key key) {
    checkUsable(key);
    return current(key) != null;
  }

  @Override
  public final void put(Key key, byte[] value) {
    checkUsable(key);
    buffer(key, Values.check(key, value, maxValueBytes).clone());
  }

  @Override
  public final void putLong(Key key, long value) {
    checkUsable(key);
    buffer(key, Values.ofLong(value));
  }

  @Override
  public final void delete(Key key) {
    checkUsable(key);
    buffer(key, null);
  }

  @Override
  public final RuntimeException abort(String reason) {
    abort = new UserAbort(reason);
    return abort;
  }

  /**
   * Returns the reason why the run must not commit: an abort by the logic (even if the logic caught
   * the exception), or the exception that the logic threw.
   */
  public final Throwable failure(Throwable itThrew) {
    return abort == null ? itThrew : abort;
  }
}
