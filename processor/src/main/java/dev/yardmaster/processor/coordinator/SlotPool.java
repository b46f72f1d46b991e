package dev.yardmaster.processor.coordinator;

import java.util.Arrays;
import java.util.Iterator;
import java.util.function.IntFunction;

/**
 * The slots of a {@link Processor}: which are free, and how many of the transactions in flight run,
 * wait in line for a hot key, or wait for their interactive caller. Owned by the processor.
 */
final class SlotPool implements Iterable<TransactionSlot> {

  private final TransactionSlot[] slots;
  private final int[] free;
  private int freeCount;

  /** Transactions that were admitted and have not ended. */
  private int inFlight;

  /** Transactions in flight that run: they wait for no line, caller or reservation. */
  private int running;

  private int queued;
  private int withCaller;

  /** Makes all slots, each by its index. */
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

  /** Transactions that wait in line for a hot key. */
  int queued() {
    return queued;
  }

  /** Transactions that count against the processor's limit: the others make room. */
  int active() {
    return inFlight - queued - withCaller;
  }

  /** A free slot for a transaction, which runs from now on. */
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

  /** A running transaction waits for its reservation. */
  void suspended() {
    running--;
  }

  void resumed() {
    running++;
  }

  /** A running transaction has its outcome; its slot is still in use. */
  void ended() {
    inFlight--;
    running--;
  }

  /** A transaction that waits for its reservation has its outcome. */
  void endedSuspended() {
    inFlight--;
  }

  void release(TransactionSlot slot) {
    slot.clear();
    free[freeCount++] = slot.index;
  }
}
