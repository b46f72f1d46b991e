package dev.yardmaster.engine.epoch;

import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * What one worker has taken away and will free when nobody can reach it any more: pairs of an
 * object and a number, first in, first out. Owned by one thread.
 *
 * @param <T> what knows how to free, a table's allocator say
 */
public final class Retired<T> {

  /** Frees a number. */
  @FunctionalInterface
  public interface Freeing<T> {
    /** Nobody can reach it any more. */
    void free(T owner, int number);
  }

  private final Epochs epochs;
  private final Freeing<T> freeing;
  private Object[] owners = new Object[64];
  private int[] numbers = new int[64];
  private long[] epochsOf = new long[64];
  private int first;
  private int count;

  /** Nothing retired yet. */
  public Retired(Epochs epochs, Freeing<T> freeing) {
    this.epochs = epochs;
    this.freeing = freeing;
  }

  /** Takes note of something that new readers cannot find any more. */
  public void add(T owner, int number) {
    if (count == numbers.length) {
      grow();
    }
    int at = (first + count) & (numbers.length - 1);
    owners[at] = owner;
    numbers[at] = number;
    // Whoever enters in the next epoch must not find it any more, so it is gone before this is
    // read.
    VarHandle.fullFence();
    epochsOf[at] = epochs.current();
    count++;
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

  /** Frees what nobody can reach any more; at most so many. */
  @SuppressWarnings("unchecked") // Only add puts owners in.
  public void free(int most) {
    for (int i = 0; i < most && count > 0 && epochs.isOver(epochsOf[first]); i++) {
      T owner = (T) owners[first];
      owners[first] = null;
      int number = numbers[first];
      first = (first + 1) & (numbers.length - 1);
      count--;
      freeing.free(owner, number);
    }
  }

  /** How many wait. */
  public int size() {
    return count;
  }

  /** Forgets all without freeing it. */
  public void clear() {
    Arrays.fill(owners, null);
    count = 0;
  }
}
