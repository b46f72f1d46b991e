package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.Table;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * The accesses of a transaction under one protocol, in the order of first use. A list is reused,
 * and one worker owns it. The list allocates memory only when a transaction is larger than every
 * earlier transaction of the worker.
 */
public class AccessList {

  private static final int FIRST_ACCESSES = 32;

  private final Supplier<? extends Access> newAccess;
  private final WriteOrder order = new WriteOrder();
  private Access[] accesses = new Access[FIRST_ACCESSES];
  private Access[] gathered = new Access[FIRST_ACCESSES];
  private int size;
  private int writes;

  /**
   * Creates an empty list.
   *
   * @param newAccess creates the accesses, which the list reuses
   */
  public AccessList(Supplier<? extends Access> newAccess) {
    this.newAccess = newAccess;
  }

  private void grow() {
    accesses = Arrays.copyOf(accesses, 2 * size);
    gathered = new Access[2 * size];
  }

  /** Adds an access to a record; the access begins as a read. */
  public Access add(Table table, int record, long key, byte[] rest) {
    if (size == accesses.length) {
      grow();
    }
    Access access = accesses[size];
    if (access == null) {
      access = newAccess.get();
      accesses[size] = access;
    }
    size++;
    access.begin(table, record, key, rest);
    return access;
  }

  /**
   * Adds an access of another list. A list contains either only its own accesses or only accesses
   * of other lists.
   */
  protected final void include(Access access) {
    if (size == accesses.length) {
      grow();
    }
    accesses[size++] = access;
  }

  /** Returns the number of accesses. */
  public final int size() {
    return size;
  }

  /** Returns an access, in the order of first use. */
  public final Access get(int position) {
    return accesses[position];
  }

  /**
   * Collects the accesses that are writes, in the order of first use.
   *
   * @return the number of writes; {@link #write} returns each of them
   */
  public final int gatherWrites() {
    int count = 0;
    for (int i = 0; i < size; i++) {
      Access access = accesses[i];
      if (access.isWrite()) {
        gathered[count++] = access;
      }
    }
    writes = count;
    return count;
  }

  /**
   * Collects the accesses that are writes, sorted by table and record. All workers lock records in
   * this order.
   *
   * @return the number of writes; {@link #write} returns each of them
   */
  public final int sortWrites() {
    int count = gatherWrites();
    order.sort(gathered, count);
    return count;
  }

  /** Returns a write, in the order of {@link #gatherWrites} or {@link #sortWrites}. */
  public final Access write(int index) {
    return gathered[index];
  }

  /** Returns the number of collected writes. */
  public final int writes() {
    return writes;
  }

  /** Removes all accesses. */
  public void clear() {
    endAll();
    size = 0;
    writes = 0;
  }

  /** Ends the accesses of this list. Accesses of other lists are not ended. */
  protected void endAll() {
    for (int i = 0; i < size; i++) {
      accesses[i].end();
    }
  }
}
