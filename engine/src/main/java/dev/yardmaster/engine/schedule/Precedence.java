package dev.yardmaster.engine.schedule;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.transaction.RecordLogic;

/**
 * Gives precedence to a transaction that has restarted often. While a transaction has precedence,
 * no other transaction begins an attempt if its declared keys conflict with the declared keys of
 * the transaction with precedence. One transaction at a time has precedence. Other transactions
 * that request precedence wait in a queue and make no attempts while they wait. All workers of an
 * engine share one object.
 *
 * <p>Each worker runs the transactions that arrive at it. While no transaction has precedence, a
 * worker only reads one shared word before each attempt. The declared keys are only hints, and the
 * shared keys may change while a worker reads them. So an attempt may begin in spite of a conflict;
 * it can then abort, as it can without this object.
 */
public final class Precedence {

  /**
   * A transaction requests precedence after this number of restarts. With 28 workers that run YCSB
   * at Zipf 0.99, the throughput and the 99th percentile of the latency grow with this number.
   */
  static final int RESTARTS = 24;

  /** The maximum number of keys of a transaction that are compared; further keys are ignored. */
  static final int MAX_KEYS = 256;

  private static final int LINE_WORDS = 8;

  // Positions of words in the queue. Each of the two tickets has its own cache line. The last two
  // words share a cache line.
  private static final int NEXT_TICKET = 0;
  private static final int SERVED_TICKET = LINE_WORDS;
  private static final int HOLDER = 2 * LINE_WORDS;
  private static final int KEY_COUNT = HOLDER + 1;

  private static final long WRITTEN = 1;
  private static final long NONE = 0;

  /**
   * The next ticket and the served ticket, which are the two ends of the queue. For the transaction
   * with precedence, also its ticket plus 1 and the number of its keys.
   */
  @Shared(
      writers = "the first ticket: workers that request precedence; the others: the holder",
      readers = "all workers",
      access =
          "atomic addition to the first ticket, release stores and acquire loads of the others")
  private final long[] queue = new long[3 * LINE_WORDS];

  /**
   * The fingerprints of the keys of the transaction with precedence. The lowest bit is set for a
   * written key.
   */
  @Shared(
      writers = "the worker whose transaction has precedence",
      readers = "all workers",
      access = "release stores before the holder is set; a reader may see keys of two holders")
  private final long[] holderKeys = new long[MAX_KEYS];

  /** Returns one worker's part. The worker's thread calls its methods. */
  public OfWorker of(Pace pace) {
    return new OfWorker(pace);
  }

  /** Determines when one worker may begin an attempt. */
  public final class OfWorker {

    private final KeyHints hints =
        new KeyHints() {
          @Override
          public void read(Table table, long key) {
            add(KeyFingerprints.fingerprint(table, key) & ~WRITTEN);
          }

          @Override
          public void write(Table table, long key) {
            add(KeyFingerprints.fingerprint(table, key) | WRITTEN);
          }
        };

    private final Pace pace;
    private final SharedWords words;
    private final long[] keys = new long[MAX_KEYS];
    private int count;
    private boolean holds;
    private long ticket;

    private OfWorker(Pace pace) {
      this.pace = pace;
      words = new SharedWords(pace.lines());
    }

    /** Waits until the transaction may make its first attempt. */
    public void begin(RecordLogic transaction) {
      giveWay(transaction);
    }

    /**
     * Waits until the transaction may make its next attempt. The worker must hold no locks.
     *
     * @param restarts the number of restarts of the transaction, including this restart
     */
    public void again(RecordLogic transaction, int restarts) {
      if (holds) {
        return;
      }
      if (restarts < RESTARTS) {
        giveWay(transaction);
      } else {
        declare(transaction);
        takePrecedence();
      }
    }

    /** Ends the transaction. The transaction has committed or will make no more attempts. */
    public void ended() {
      if (holds) {
        holds = false;
        words.set(queue, HOLDER, NONE);
        words.set(queue, SERVED_TICKET, ticket + 1);
      }
    }

    /**
     * If the given transaction conflicts with the transaction that has precedence, waits until the
     * transaction with precedence has ended. The given transaction then does not wait for the next
     * transaction with precedence, so that it cannot wait forever.
     */
    private void giveWay(RecordLogic transaction) {
      long holder = words.get(queue, HOLDER);
      if (holder == NONE) {
        return;
      }
      declare(transaction);
      if (conflictsWithHolder()) {
        for (int round = 0; words.get(queue, HOLDER) == holder; round++) {
          pace.await(round);
        }
      }
    }

    private void takePrecedence() {
      ticket = words.getAndAdd(queue, NEXT_TICKET, 1);
      for (int round = 0; words.get(queue, SERVED_TICKET) != ticket; round++) {
        pace.await(round);
      }
      for (int i = 0; i < count; i++) {
        words.set(holderKeys, i, keys[i]);
      }
      words.set(queue, KEY_COUNT, count);
      words.set(queue, HOLDER, ticket + 1);
      holds = true;
    }

    private boolean conflictsWithHolder() {
      int holderCount = (int) words.get(queue, KEY_COUNT);
      pace.examine(holderCount + count);
      for (int i = 0; i < holderCount; i++) {
        long held = words.get(holderKeys, i);
        for (int j = 0; j < count; j++) {
          boolean isSame = ((held ^ keys[j]) & ~WRITTEN) == 0;
          if (isSame && ((held | keys[j]) & WRITTEN) != 0) {
            return true;
          }
        }
      }
      return false;
    }

    private void declare(RecordLogic transaction) {
      count = 0;
      transaction.declare(hints);
    }

    private void add(long key) {
      if (count < MAX_KEYS) {
        keys[count++] = key;
      }
    }
  }
}
