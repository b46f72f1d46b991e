package dev.yardmaster.api.logic;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionLogic;
import dev.yardmaster.api.Values;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The handle on which logic runs in every service: checks, copies, number encoding, and the end of
 * a run. For the thread that runs the logic.
 */
public abstract class BufferedTransaction implements Transaction {

  private final int maxValueBytes;
  private boolean over;
  private UserAbort abort;
  private Object result;
  private Throwable thrown;

  /** Creates the handle of a run whose values have at most {@code maxValueBytes} bytes. */
  protected BufferedTransaction(int maxValueBytes) {
    this.maxValueBytes = maxValueBytes;
  }

  /** Returns the value that the transaction sees, including its own writes; not a copy. */
  protected abstract byte[] current(Key key);

  /** Buffers a write; null deletes. The buffer takes over the array. */
  protected abstract void buffer(Key key, byte[] value);

  /**
   * Runs logic on this handle and ends the handle; {@link #result} and {@link #failure} return what
   * came of the run.
   */
  public final void run(TransactionLogic<?> logic) {
    try {
      result = logic.run(this);
    } catch (Throwable caught) { // logic may throw anything
      thrown = caught;
    } finally {
      end();
    }
  }

  /** Returns the logic's result. */
  public final Object result() {
    return result;
  }

  /** Returns why the run must not commit; {@link #failure(Throwable)} of what the logic threw. */
  public final Throwable failure() {
    return failure(thrown);
  }

  /** Disables the handle, so that logic that has kept it cannot reach another transaction. */
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
   * Returns the entries found by a scan with at least this limit, without the transaction's own
   * writes.
   */
  protected abstract ScannedEntries scanned(Scan scan);

  /** Returns the buffered writes, null where a key is deleted. */
  protected abstract Map<Key, byte[]> written();

  /** Fetches several keys at once, if that is cheaper. */
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
   * Returns why the run must not commit: its own abort, even if it was caught, or what it threw.
   */
  public final Throwable failure(Throwable itThrew) {
    return abort == null ? itThrew : abort;
  }
}
