package dev.yardmaster.processor.coordinator;

import dev.yardmaster.processor.coordinator.HotKeyQueue.Access;
import dev.yardmaster.processor.coordinator.HotKeyQueue.Turn;
import dev.yardmaster.service.trials.TrialLock;
import java.util.ArrayDeque;
import java.util.Queue;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * The keys on which transactions of one processor have met lately, and the lines before them: who
 * is known to touch a hot key waits for its turn on it, while all others pass. Owned by the
 * processor.
 *
 * <p>It saves runs, and guarantees nothing: transactions whose keys are not known pass, those of
 * other processors are not seen, and where a line is full one passes, too. Whatever goes is
 * validated as ever.
 *
 * <p>A transaction joins the lines of all its hot keys at once and keeps its turns until it ends,
 * so each line has the same order and nobody waits in a circle (as in deterministic locking,
 * Thomson and others, SIGMOD 2012, section 3).
 *
 * <p>A key's heat is the number of aborts that it caused lately: the counts are halved every {@link
 * #COOLING_INTERVAL_NS}. They stand in a table of fixed size, in which keys with the same place
 * displace one another, the colder one first.
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
   * No hot keys.
   *
   * @param mostWaiting how many may wait in a line; 0 makes no lines
   * @param turn taken while lines are compared with none
   */
  HotKeys(int mostWaiting, TrialLock turn, long nowNs) {
    this.mostWaiting = mostWaiting;
    this.nextCoolingNs = nowNs + COOLING_INTERVAL_NS;
    this.trial = new HotKeyTrial(turn, nowNs);
  }

  private static int placeOf(long fingerprint) {
    return (int) (fingerprint >>> 40) & (PLACES - 1);
  }

  /** Takes note that a key caused an abort. */
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
   * Lets all keys cool when it is time, and finds out whether lines pay; to be called about every
   * millisecond.
   *
   * @param commits transactions that committed since the start
   */
  void adapt(long nowNs, long commits) {
    if (mostWaiting > 0) {
      cool(nowNs);
      trial.goOn(nowNs, anyHot, commits);
    }
  }

  /** Whether somebody compares how many commit with something and without: lines, or another. */
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

  /** Number of keys with a line. */
  int lines() {
    return lines.size();
  }

  /** Joins the lines of the hot keys that a run touches; true if it need not wait. */
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

  /** Gives up all turns of a transaction, also those that it still waits for. */
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

  /** A transaction that has got the last turn that it waited for; null if there is none. */
  TransactionSlot ready() {
    return ready.poll();
  }
}
