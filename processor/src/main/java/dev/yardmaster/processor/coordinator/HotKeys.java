package dev.yardmaster.processor.coordinator;

import dev.yardmaster.processor.coordinator.HotKeyQueue.Access;
import dev.yardmaster.processor.coordinator.HotKeyQueue.Turn;
import dev.yardmaster.processor.tuning.HotKeyTrial;
import dev.yardmaster.trials.TrialLock;
import java.util.ArrayDeque;
import java.util.Queue;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * The keys on which transactions of one processor conflicted recently. Each such key has a queue. A
 * transaction that is known to access a hot key waits for its turn on this key. Other transactions
 * do not wait. The processor owns this object.
 *
 * <p>The queues reduce the number of conflicts, and thus of discarded runs, but they do not prevent
 * all conflicts. Three kinds of transactions do not wait in these queues: transactions with unknown
 * keys, transactions of other processors, and transactions that find a queue full. Therefore every
 * transaction is validated as usual.
 *
 * <p>A transaction joins the queues of all its hot keys in one step, and keeps its turns until it
 * ends. So any two transactions have the same order in all queues. Waiting transactions therefore
 * cannot form a cycle (as in deterministic locking, Thomson and others, SIGMOD 2012, section 3).
 *
 * <p>A key's heat counts the aborts that the key caused recently. Every {@link
 * #COOLING_INTERVAL_NS}, all counts are halved. The counts are stored in a table of fixed size. If
 * two keys hash to the same entry of the table, the hotter key replaces the colder key.
 */
final class HotKeys {

  static final int HOT = 4;
  static final long COOLING_INTERVAL_NS = 20_000_000;

  private static final int PLACES = 1024;
  private static final int MAX_HEAT = 64;

  private final int mostWaiting;
  private final long[] keys = new long[PLACES];
  private final int[] heat = new int[PLACES];
  private final Long2ObjectHashMap<HotKeyQueue> lines = new Long2ObjectHashMap<>();
  private final Queue<TransactionSlot> ready = new ArrayDeque<>();
  private final HotKeyTrial trial;
  private long nextCoolingNs;
  private boolean anyHot;

  /**
   * Creates an empty table.
   *
   * @param mostWaiting the maximum number of transactions that wait in one queue; with 0, there are
   *     no queues
   * @param turn the lock that a trial holds, so that only one trial runs at a time
   */
  HotKeys(int mostWaiting, TrialLock turn, long nowNs) {
    this.mostWaiting = mostWaiting;
    this.nextCoolingNs = nowNs + COOLING_INTERVAL_NS;
    this.trial = new HotKeyTrial(turn, nowNs);
  }

  private static int placeOf(long fingerprint) {
    return (int) (fingerprint >>> 40) & (PLACES - 1);
  }

  /** Counts an abort that a key caused. */
  void warm(long fingerprint) {
    if (mostWaiting == 0) {
      return;
    }
    int place = placeOf(fingerprint);
    if (keys[place] == fingerprint) {
      heat[place] = Math.min(MAX_HEAT, heat[place] + 1);
      anyHot |= heat[place] >= HOT;
    } else if (--heat[place] <= 0) {
      keys[place] = fingerprint;
      heat[place] = 1;
    }
  }

  /**
   * If the cooling interval has passed, halves the counts of all keys. Also advances the trial that
   * compares the throughput with queues and without queues. The processor calls this method about
   * every millisecond.
   *
   * @param commits the number of transactions since the start that committed or were aborted by
   *     their own logic
   */
  void adapt(long nowNs, long commits) {
    if (mostWaiting > 0) {
      cool(nowNs);
      trial.goOn(nowNs, anyHot, commits);
    }
  }

  /** Returns whether a trial of the queues or of another setting is running. */
  boolean isComparing() {
    return trial.isComparing();
  }

  private void cool(long nowNs) {
    if (nowNs - nextCoolingNs < 0) {
      return;
    }
    nextCoolingNs = nowNs + COOLING_INTERVAL_NS;
    anyHot = false;
    for (int place = 0; place < PLACES; place++) {
      heat[place] >>= 1;
      anyHot |= heat[place] >= HOT;
    }
  }

  private boolean isHot(long fingerprint) {
    int place = placeOf(fingerprint);
    return heat[place] >= HOT && keys[place] == fingerprint;
  }

  /** Returns the number of keys that have a queue. */
  int lines() {
    return lines.size();
  }

  /**
   * Adds a transaction to the queues of the hot keys that its run accesses. Returns true if the
   * transaction need not wait.
   */
  boolean join(TransactionSlot slot) {
    if (!anyHot || mostWaiting == 0 || !trial.lines()) {
      return true;
    }
    RunBuffer run = slot.run;
    for (int i = 0; i < run.reads.size(); i++) {
      if (isHot(run.reads.fingerprint(i))) {
        boolean written = run.writes.find(run.reads.key(i)) >= 0;
        join(slot.turns, run.reads.fingerprint(i), written ? Access.UPDATE : Access.READ);
      }
    }
    for (int i = 0; i < run.writes.size(); i++) {
      if (isHot(run.writes.fingerprint(i)) && run.reads.find(run.writes.key(i)) < 0) {
        join(slot.turns, run.writes.fingerprint(i), Access.WRITE);
      }
    }
    return slot.turns.missing == 0;
  }

  private void join(HotKeyClaims turns, long fingerprint, Access access) {
    HotKeyQueue line = lines.get(fingerprint);
    if (line == null) {
      line = new HotKeyQueue(fingerprint);
      lines.put(fingerprint, line);
    } else if (line.waiting() >= mostWaiting || turns.has(line)) {
      return;
    }
    Turn turn = new Turn(turns, line, access);
    turns.turns.add(turn);
    if (!line.join(turn)) {
      turns.missing++;
      heat[placeOf(fingerprint)] = Math.max(HOT, heat[placeOf(fingerprint)]);
    }
  }

  /**
   * Removes a transaction from all queues. The transaction gives up the turns that it holds, and
   * waits for no turn any more.
   */
  void leave(TransactionSlot slot) {
    HotKeyClaims own = slot.turns;
    if (own.isEmpty()) {
      return;
    }
    ready.remove(slot);
    for (Turn turn : own.turns) {
      turn.line().leave(turn, ready);
      if (turn.line().isEmpty()) {
        lines.remove(turn.line().fingerprint);
      }
    }
    own.turns.clear();
    own.missing = 0;
  }

  /**
   * Returns a transaction that has just received the last of its turns; null if there is no such
   * transaction.
   */
  TransactionSlot ready() {
    return ready.poll();
  }
}
