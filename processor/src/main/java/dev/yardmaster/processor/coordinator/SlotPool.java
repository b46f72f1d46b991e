package dev.yardmaster.processor.coordinator;

import java.util.Arrays;
import java.util.Iterator;
import java.util.function.IntFunction;

/**
 * The slots of a {@link Processor}. The pool knows which slots are free. The pool also counts the
 * transactions in flight: running transactions, transactions that wait in the queue of a hot key,
 * and transactions that wait for their interactive callers. The processor owns the pool.
 */
final class SlotPool implements Iterable<TransactionSlot> {

  private final TransactionSlot[] slots;
  private final int[] free;
  private int freeCount;

  /** The number of transactions that were admitted and have not ended. */
  private int inFlight;

  /**
   * The number of running transactions: transactions in flight that wait neither for a hot key, nor
   * for a caller, nor for a reservation, nor for an install.
   */
  private int running;

  private int queued;
  private int withCaller;

  /** Creates all slots; {@code make} creates a slot, given its index. */
  SlotPool(int size, IntFunction<TransactionSlot> make) {
    slots = new TransactionSlot[size];
    free = new int[size];
    for (int i = size - 1; i >= 0; i--) {
      slots[i] = make.apply(i);
      free[freeCount++] = i;
    }
  }

  int size() {
    return slots.length;
  }

  TransactionSlot get(int index) {
    return slots[index];
  }

  @Override
  public Iterator<TransactionSlot> iterator() {
    return Arrays.asList(slots).iterator();
  }

  boolean hasFree() {
    return freeCount > 0;
  }

  boolean areAllFree() {
    return freeCount == slots.length;
  }

  int inFlight() {
    return inFlight;
  }

  int running() {
    return running;
  }

  /** Returns the number of transactions that wait in the queue of a hot key. */
  int queued() {
    return queued;
  }

  /**
   * Returns the number of transactions that count against the processor's limit. Transactions that
   * wait for a hot key or a caller do not count.
   */
  int active() {
    return inFlight - queued - withCaller;
  }

  /**
   * Returns a free slot for a transaction; the transaction counts as running until another method
   * records that it waits or ends.
   */
  TransactionSlot take() {
    inFlight++;
    running++;
    return slots[free[--freeCount]];
  }

  void enqueued() {
    running--;
    queued++;
  }

  void dequeued() {
    queued--;
    running++;
  }

  void handedToCaller() {
    running--;
    withCaller++;
  }

  void returnedByCaller() {
    withCaller--;
    running++;
  }

  /** Records that a running transaction now waits for a reservation or for an install. */
  void suspended() {
    running--;
  }

  void resumed() {
    running++;
  }

  /** Records that a running transaction now has its outcome. The slot remains in use. */
  void ended() {
    inFlight--;
    running--;
  }

  /** Records the end of a transaction's wait for a reservation: the transaction has its outcome. */
  void endedSuspended() {
    inFlight--;
  }

  void release(TransactionSlot slot) {
    slot.clear();
    free[freeCount++] = slot.index;
  }
}
