package dev.yardmaster.engine.epoch;

import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * A first-in, first-out queue of objects that one worker has removed and will free when no thread
 * can reach them. An object is identified by an owner and a number; for example, the owner is the
 * allocator of a table. One thread owns the queue.
 *
 * @param <T> the type of the owners
 */
public final class Retired<T> {

  /**
   * The number of objects that a call of {@link #free} may free in addition to twice the number of
   * objects that were added since the last call.
   */
  private static final int STEP = 1_024;

  /** Frees a removed object. */
  @FunctionalInterface
  public interface Freeing<T> {
    /**
     * Frees the object with this owner and this number. No thread can reach the object any more.
     */
    void free(T owner, int number);
  }

  private final Epochs epochs;
  private final Freeing<T> freeing;
  private Object[] owners = new Object[64];
  private int[] numbers = new int[64];
  private long[] epochsOf = new long[64];
  private int first;
  private int count;
  private int added;

  /** Creates an empty queue. */
  public Retired(Epochs epochs, Freeing<T> freeing) {
    this.epochs = epochs;
    this.freeing = freeing;
  }

  /**
   * Adds an object. The object must already be removed, so that threads that enter an epoch later
   * cannot find it.
   */
  public void add(T owner, int number) {
    if (count == numbers.length) {
      grow();
    }
    int at = (first + count) & (numbers.length - 1);
    owners[at] = owner;
    numbers[at] = number;
    // This fence makes the removal visible before this thread reads the epoch. So no member that
    // enters the next epoch can find the object.
    VarHandle.fullFence();
    epochsOf[at] = epochs.current();
    count++;
    added++;
  }

  private void grow() {
    int length = numbers.length;
    Object[] moreOwners = new Object[2 * length];
    int[] moreNumbers = new int[2 * length];
    long[] moreEpochs = new long[2 * length];
    for (int i = 0; i < count; i++) {
      int at = (first + i) & (length - 1);
      moreOwners[i] = owners[at];
      moreNumbers[i] = numbers[at];
      moreEpochs[i] = epochsOf[at];
    }
    owners = moreOwners;
    numbers = moreNumbers;
    epochsOf = moreEpochs;
    first = 0;
  }

  /**
   * Frees objects that no thread can reach any more, oldest first: at most twice as many as were
   * added since the last call, plus 1,024. So a backlog shrinks, but no single call takes long.
   */
  public void free() {
    int most = STEP + 2 * added;
    added = 0;
    free(most);
  }

  /** As {@link #free()}, but frees at most {@code most} objects. */
  @SuppressWarnings("unchecked") // Only the method add adds owners.
  void free(int most) {
    for (int i = 0; i < most && count > 0 && epochs.isOver(epochsOf[first]); i++) {
      T owner = (T) owners[first];
      owners[first] = null;
      int number = numbers[first];
      first = (first + 1) & (numbers.length - 1);
      count--;
      freeing.free(owner, number);
    }
  }

  /** Returns the number of objects that wait to be freed. */
  public int size() {
    return count;
  }

  /** Removes all objects from the queue without freeing them. */
  public void clear() {
    Arrays.fill(owners, null);
    count = 0;
  }
}
