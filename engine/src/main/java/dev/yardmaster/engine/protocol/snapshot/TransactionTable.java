package dev.yardmaster.engine.protocol.snapshot;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.versions.VersionNeeds;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;

/**
 * The counter of commit stamps, and the state of each worker's current transaction (ERMIA, section
 * 3.4). A worker has one transaction at a time. So a transaction's identifier consists of the
 * number of its worker and a generation, which counts the worker's transactions.
 *
 * <pre>
 *   identifier   63                                   10   9      0
 *                | generation                            | worker  |
 *   state        63                                    2   1      0
 *                | generation                            | status  |
 * </pre>
 *
 * <p>A transaction is {@link #ACTIVE} at first, {@link #COMMITTING} shortly before it draws its
 * commit stamp, {@link #CHECKED} when it has published its successor stamp, and then {@link
 * #COMMITTED}. When the transaction has ended, the worker's generation changes. Any worker may look
 * up an identifier. If the generation has changed, the transaction has ended, and its versions have
 * their final stamps. Each worker has its own cache line. Tests override methods to plant bugs.
 */
class TransactionTable {

  static final int ACTIVE = 0;
  static final int COMMITTING = 1;
  static final int CHECKED = 2;
  static final int COMMITTED = 3;

  private static final int STATUS_BITS = 2;
  private static final long STATUS_MASK = (1 << STATUS_BITS) - 1;
  private static final int WORKER_BITS = Integer.numberOfTrailingZeros(WorkerContext.MAX_WORKERS);

  /** The begin stamp of a worker without a transaction. Such a worker needs no old versions. */
  private static final long NO_SNAPSHOT = Long.MAX_VALUE;

  /** The begin stamp of a worker that is about to read the counter. */
  private static final long BEGINNING = 0;

  private static final int STRIDE = 16;
  private static final int CLOCK = 0;
  private static final int SNAPSHOT = STRIDE;
  private static final int BEGIN = 0;
  private static final int STATE = 1;
  private static final int COMMIT = 2;
  private static final int SUCCESSOR = 3;
  private static final int TAKES_SNAPSHOT = 4;
  private static final int UNCERTIFIED = 5;

  /**
   * If more than this number of versions wait to be retired, a worker removes versions from the
   * middle of chains.
   */
  private static final int PRUNES_ABOVE = 256;

  private final int workers;

  @Shared(
      writers =
          "the clock: workers that commit; the last snapshot: workers that begin one; an entry: the"
              + " worker to which it belongs",
      readers = "all workers",
      access =
          "volatile; the clock by an atomic addition, the last snapshot by compare-and-set. A"
              + " worker announces its begin before it reads"
              + " the clock, and that it is committing before it draws its stamp; a cache line for"
              + " each worker")
  private final AtomicLongArray words;

  /** Returns the highest commit number of the log; null if commit stamps do not come from a log. */
  private LongSupplier newestInLog;

  TransactionTable(int workers) {
    this.workers = workers;
    words = new AtomicLongArray((workers + 3) * STRIDE);
    words.set(CLOCK, Protocol.LOADED_VERSION);
    for (int worker = 0; worker < workers; worker++) {
      words.set(at(worker) + BEGIN, NO_SNAPSHOT);
    }
  }

  private static int at(int worker) {
    return (worker + 2) * STRIDE;
  }

  /** Returns the number of the worker in an identifier. */
  static int workerOf(long identifier) {
    return (int) identifier & (WorkerContext.MAX_WORKERS - 1);
  }

  private static long generationOf(long identifier) {
    return identifier >>> WORKER_BITS;
  }

  static int statusOf(long state) {
    return (int) (state & STATUS_MASK);
  }

  /** Returns whether a state belongs to the transaction with an identifier. */
  boolean isOf(long state, long identifier) {
    return state >>> STATUS_BITS == generationOf(identifier);
  }

  /**
   * Begins a worker's transaction. Returns the stamp as of which the transaction reads, which is
   * the last commit stamp that was drawn.
   */
  long begin(SharedWords shared, int worker) {
    shared.changing(words, at(worker));
    words.set(at(worker) + BEGIN, BEGINNING);
    long begin = now(shared);
    words.setRelease(at(worker) + BEGIN, begin);
    return begin;
  }

  /**
   * Records that a worker is beginning a transaction that reads a snapshot and will not be
   * certified.
   */
  void takingSnapshot(SharedWords shared, int worker) {
    shared.changing(words, at(worker));
    words.setRelease(at(worker) + UNCERTIFIED, 1);
    words.set(at(worker) + TAKES_SNAPSHOT, 1);
  }

  /**
   * Publishes the stamp as of which a worker's transaction reads, and clears the flag that {@link
   * #takingSnapshot} has set.
   */
  void tookSnapshot(SharedWords shared, int worker, long begin) {
    shared.changing(words, SNAPSHOT);
    long last = words.get(SNAPSHOT);
    while (last < begin && !words.compareAndSet(SNAPSHOT, last, begin)) {
      last = words.get(SNAPSHOT);
    }
    words.set(at(worker) + TAKES_SNAPSHOT, 0);
  }

  /**
   * Returns whether a worker is between {@link #takingSnapshot} and {@link #tookSnapshot}. A caller
   * that has drawn a stamp waits until this method returns false for every worker. Then {@link
   * #lastSnapshot} is at least as high as every snapshot below the caller's stamp.
   */
  boolean takesSnapshot(SharedWords shared, int worker) {
    shared.reading(words, at(worker));
    return words.get(at(worker) + TAKES_SNAPSHOT) != 0;
  }

  /** Returns the number of workers. */
  int workers() {
    return workers;
  }

  /** Returns the highest snapshot stamp of a transaction that is not certified. */
  long lastSnapshot(SharedWords shared) {
    shared.reading(words, SNAPSHOT);
    return words.get(SNAPSHOT);
  }

  /** Returns the identifier of a worker's current transaction. */
  long identifier(int worker) {
    return ((words.getPlain(at(worker) + STATE) >>> STATUS_BITS) << WORKER_BITS) | worker;
  }

  /** Returns the stamp that was drawn last. */
  long now(SharedWords shared) {
    shared.reading(words, CLOCK);
    return newest();
  }

  private long newest() {
    return newestInLog == null ? words.get(CLOCK) : newestInLog.getAsLong();
  }

  /** Makes a log the source of commit stamps, instead of the counter of this table. */
  void numberedBy(LongSupplier newest) {
    newestInLog = newest;
  }

  /** Records that a worker's transaction is about to draw its commit stamp. */
  void committing(SharedWords shared, int worker) {
    shared.changing(words, at(worker));
    status(worker, COMMITTING);
  }

  /**
   * Draws the commit stamp of a worker's transaction.
   *
   * @param reserved the transaction's commit number in the log, which is then the commit stamp; 0
   *     without a log
   */
  long draw(SharedWords shared, int worker, long reserved) {
    if ((reserved == 0) != (newestInLog == null)) {
      throw new IllegalStateException(
          "a transaction that writes has a number in the log, if there is one: number=" + reserved);
    }
    long stamp = reserved;
    if (reserved == 0) {
      shared.changing(words, CLOCK);
      stamp = words.incrementAndGet(CLOCK);
    }
    shared.changing(words, at(worker));
    words.set(at(worker) + COMMIT, stamp);
    return stamp;
  }

  private void status(int worker, int status) {
    int at = at(worker) + STATE;
    words.set(at, (words.getPlain(at) & ~STATUS_MASK) | status);
  }

  /** Publishes a committing transaction's successor stamp. */
  void checked(SharedWords shared, int worker, long successor) {
    shared.changing(words, at(worker));
    words.setRelease(at(worker) + SUCCESSOR, successor);
    status(worker, CHECKED);
  }

  /**
   * Publishes that a transaction has committed. At this time, the transaction's versions are not
   * installed yet.
   */
  void committed(SharedWords shared, int worker) {
    shared.changing(words, at(worker));
    status(worker, COMMITTED);
  }

  /**
   * Ends a worker's transaction. If the transaction has committed writes, they must already be
   * installed.
   */
  void end(SharedWords shared, int worker) {
    shared.changing(words, at(worker));
    nextGeneration(worker);
    words.setRelease(at(worker) + COMMIT, 0);
    words.setRelease(at(worker) + BEGIN, NO_SNAPSHOT);
    if (words.getPlain(at(worker) + UNCERTIFIED) != 0) {
      words.setRelease(at(worker) + UNCERTIFIED, 0);
    }
  }

  void nextGeneration(int worker) {
    begin(worker, 1);
  }

  /**
   * Sets the state of a worker's transaction to active, and increases the generation by {@code
   * more}.
   */
  final void begin(int worker, int more) {
    int at = at(worker) + STATE;
    words.set(at, ((words.getPlain(at) >>> STATUS_BITS) + more) << STATUS_BITS);
  }

  /** Returns the state of a worker's transaction. */
  long state(SharedWords shared, int worker) {
    shared.reading(words, at(worker));
    return words.get(at(worker) + STATE);
  }

  /**
   * Returns the commit stamp of a worker's transaction, or 0 if the transaction has not drawn a
   * stamp. The caller must read the state again afterwards, to be sure that the stamp belongs to
   * the same transaction.
   */
  long commitStamp(int worker) {
    return words.get(at(worker) + COMMIT);
  }

  /**
   * As {@link #commitStamp}, but returns the successor stamp of a transaction that is {@link
   * #CHECKED}.
   */
  long successor(int worker) {
    return words.get(at(worker) + SUCCESSOR);
  }

  /** Returns a stamp below which no running or future transaction reads. */
  long horizon() {
    long horizon = newest();
    for (int worker = 0; worker < workers; worker++) {
      horizon = Math.min(horizon, beginOf(worker));
    }
    return horizon;
  }

  /** Implements {@link VersionNeeds#prunes}. */
  boolean prunes(int waiting) {
    return waiting > PRUNES_ABOVE;
  }

  /** Implements {@link VersionNeeds#isKept}. */
  final boolean isKept(SharedWords shared, long replaced) {
    for (int worker = 0; worker < workers; worker++) {
      shared.reading(words, at(worker));
      long begin = beginOf(worker);
      if (begin != BEGINNING && begin < replaced) {
        return true;
      }
    }
    return false;
  }

  /**
   * Implements {@link VersionNeeds#isNeeded}. A transaction that will be certified looks for the
   * version that has replaced the version that it has read. So it needs all versions above its
   * begin stamp.
   *
   * @param own the calling worker, whose transaction needs no versions any more
   * @param certifies whether the protocol certifies transactions
   */
  boolean isNeeded(SharedWords shared, int own, long stamp, long replaced, boolean certifies) {
    for (int worker = 0; worker < workers; worker++) {
      if (worker == own) {
        continue;
      }
      shared.reading(words, at(worker));
      long begin = beginOf(worker);
      // The flag that isCertified reads may already belong to the worker's next transaction. This
      // is safe: the next transaction sets the flag before it reads the counter, so it reads as of
      // a stamp that is not below the replacement.
      if (begin < replaced
          && (begin >= stamp || begin == BEGINNING || (certifies && isCertified(worker)))) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether the transaction of a worker will be certified. */
  boolean isCertified(int worker) {
    return words.get(at(worker) + UNCERTIFIED) == 0;
  }

  /** Returns a stamp below which a worker's transaction does not read. */
  long beginOf(int worker) {
    return words.get(at(worker) + BEGIN);
  }
}
