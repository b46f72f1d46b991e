package dev.yardmaster.engine.interleave;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * The cache lines that simulated workers have changed. For each line, the object stores the worker
 * that changed the line last, the workers that have a copy, and the time at which the last transfer
 * of the line to a worker ends. The object also contains the workers that wait until a line
 * changes. All workers have a copy of a line that no worker has changed. Only the worker that holds
 * the baton uses the object.
 */
final class LineOwners {

  static final int LINE_SHIFT = 3;

  /** The lines of one object; a line's index is the position of its first word divided by 8. */
  private static final class Lines {
    private short[] changedBy = {};
    private long[] copies = {};
    private long[] busyUntilNs = {};

    void makeRoom(int line, int copyWords) {
      if (line >= changedBy.length) {
        int length = Math.max(line + 1, 2 * changedBy.length);
        changedBy = Arrays.copyOf(changedBy, length);
        copies = Arrays.copyOf(copies, length * copyWords);
        busyUntilNs = Arrays.copyOf(busyUntilNs, length);
      }
    }
  }

  private final IdentityHashMap<Object, Lines> byObject = new IdentityHashMap<>();
  private final List<WorkerCache> waiting = new ArrayList<>();
  private int copyWords = 1;
  private Object lastObject;
  private Lines last;

  /**
   * Sets the number of workers. Each line has a bit for each worker, which says whether the
   * worker's cache has a copy of the line. All workers are added before a run.
   */
  void workers(int count) {
    int needed = (count + Long.SIZE - 1) / Long.SIZE;
    if (needed != copyWords) {
      copyWords = needed;
      byObject.clear();
      lastObject = null;
    }
  }

  private Lines of(Object words) {
    if (words != lastObject) {
      lastObject = words;
      last = byObject.get(words);
    }
    return last;
  }

  /**
   * Reads a word. Returns whether the line must be transferred from another worker's cache. The
   * worker has a copy of the line afterwards.
   */
  boolean read(Object words, int at, int worker) {
    Lines lines = of(words);
    int line = at >> LINE_SHIFT;
    if (lines == null || line >= lines.changedBy.length || lines.changedBy[line] == 0) {
      return false;
    }
    int copy = line * copyWords + worker / Long.SIZE;
    long bit = 1L << worker;
    boolean misses = (lines.copies[copy] & bit) == 0;
    lines.copies[copy] |= bit;
    return misses;
  }

  /**
   * Changes a word. Returns true if the line must be transferred from another worker's cache, or if
   * a copy of another worker becomes invalid. Afterwards only this worker has a copy.
   */
  boolean change(Object words, int at, int worker) {
    Lines lines = of(words);
    if (lines == null) {
      lines = new Lines();
      byObject.put(words, lines);
      last = lines;
    }
    int line = at >> LINE_SHIFT;
    lines.makeRoom(line, copyWords);
    boolean isOwn = lines.changedBy[line] == 0 || lines.changedBy[line] == worker + 1;
    int first = line * copyWords;
    for (int i = 0; i < copyWords; i++) {
      long own = i == worker / Long.SIZE ? 1L << worker : 0;
      isOwn &= (lines.copies[first + i] & ~own) == 0;
      lines.copies[first + i] = own;
    }
    lines.changedBy[line] = (short) (worker + 1);
    return !isOwn;
  }

  /**
   * Marks a changed line as busy while it is transferred to a worker. A line can be transferred to
   * only one worker at a time.
   *
   * @return the time, in ns, for which the worker waits until earlier transfers of the line to
   *     other workers have ended
   */
  long occupy(Object words, int at, long nowNs, long durationNs) {
    Lines lines = of(words);
    int line = at >> LINE_SHIFT;
    long waitNs = Math.max(0, lines.busyUntilNs[line] - nowNs);
    lines.busyUntilNs[line] = nowNs + waitNs + durationNs;
    return waitNs;
  }

  /**
   * Returns whether the worker's copy of the word's line is valid: no other worker has changed the
   * line since this worker read or changed it.
   */
  boolean hasCopy(Object words, int at, int worker) {
    Lines lines = of(words);
    int line = at >> LINE_SHIFT;
    return lines == null
        || line >= lines.changedBy.length
        || lines.changedBy[line] == 0
        || (lines.copies[line * copyWords + worker / Long.SIZE] & (1L << worker)) != 0;
  }

  /** Begins a wait of a worker. */
  void beginWait(WorkerCache cache) {
    waiting.add(cache);
  }

  /** Ends a wait of a worker. */
  void endWait(WorkerCache cache) {
    waiting.remove(cache);
  }

  /** Wakes the workers that wait for a change of the word's line. */
  void wake(Object words, int at, long nowNs) {
    for (int i = 0; i < waiting.size(); i++) {
      waiting.get(i).wakeIfRead(words, at >> LINE_SHIFT, nowNs);
    }
  }
}
