package dev.yardmaster.processor.coordinator;

import dev.yardmaster.processor.coordinator.HotKeyQueue.Access;
import dev.yardmaster.processor.coordinator.HotKeyQueue.Turn;
import dev.yardmaster.service.trials.TrialLock;
import java.util.ArrayDeque;
import java.util.Queue;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * The keys on which transactions of one processor conflicted recently, and the queues before them.
 * A transaction that is known to access a hot key waits for its turn on that key; all others pass.
 * Owned by the processor.
 *
 * <p>The queues save runs and guarantee nothing. Transactions with unknown keys pass, transactions
 * of other processors are not seen, and a transaction passes a full queue. Every transaction is
 * validated as usual.
 *
 * <p>A transaction joins the queues of all its hot keys at once and keeps its turns until it ends.
 * All queues therefore have the same order, and no cycle of waiting transactions can form (as in
 * deterministic locking, Thomson and others, SIGMOD 2012, section 3).
 *
 * <p>A key's heat is the number of aborts that the key caused recently: the counts are halved every
 * {@link #COOLING_INTERVAL_NS}. They are kept in a table of fixed size, in which keys with the same
 * place displace one another, the colder one first.
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
   * @param mostWaiting most transactions that may wait in a queue; 0 creates no queues
   * @param turn the lock that a comparison with and without queues takes
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
   * Cools all keys when the interval has passed, and advances the trial of the queues; called about
   * every millisecond.
   *
   * @param commits transactions that committed since the start
   */
  void adapt(long nowNs, long commits) {
    if (mostWaiting > 0) {
      cool(nowNs);
      trial.goOn(nowNs, anyHot, commits);
    }
  }

  /** Whether a comparison is running: of queues, or of another setting. */
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

  /** Number of keys with a queue. */
  int lines() {
    return lines.size();
  }

  /**
   * Joins the queues of the hot keys that a run accesses; returns true if the transaction need not
   * wait.
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

  /** Gives up all turns of a transaction, including those it still waits for. */
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

  /** Returns a transaction that has got the last turn it waited for; null if there is none. */
  TransactionSlot ready() {
    return ready.poll();
  }
}
