package dev.yardmaster.engine.epoch;

import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The objects that one worker has removed and will free when no thread can reach them: pairs of an
 * owner and a number, first in, first out. Owned by one thread.
 *
 * @param <T> the owner, which can free its numbers: a table's allocator, for example
 */
public final class Retired<T> {

  /** Frees a number. */
  @FunctionalInterface
  public interface Freeing<T> {
    /** Called when no thread can reach the number any more. */
    void free(T owner, int number);
  }

  private final Epochs epochs;
  private final Freeing<T> freeing;
  private Object[] owners = new Object[64];
  private int[] numbers = new int[64];
  private long[] epochsOf = new long[64];
  private int first;
  private int count;

  /** Creates an empty queue. */
  public Retired(Epochs epochs, Freeing<T> freeing) {
    this.epochs = epochs;
    this.freeing = freeing;
  }

  /** Adds a number that new readers cannot find any more. */
  public void add(T owner, int number) {
    if (count == numbers.length) {
      grow();
    }
    int at = (first + count) & (numbers.length - 1);
    owners[at] = owner;
    numbers[at] = number;
    // The removal must be visible before this thread reads the epoch, so that no member that enters
    // in the next epoch finds the object.
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

  /** Frees at most the given count of numbers, oldest first, that no thread can reach any more. */
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

  /** Returns the number of pairs that wait to be freed. */
  public int size() {
    return count;
  }

  /** Drops all pairs without freeing them. */
  public void clear() {
    Arrays.fill(owners, null);
    count = 0;
  }
}
