package dev.yardmaster.validator;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import org.agrona.collections.Long2LongHashMap;

/**
 * Keys that are reserved for a transaction which has restarted often: until it has had its next
 * try, nobody else commits a write to them, so the values that it reads stay the newest. Owned by
 * the final validation's thread.
 *
 * <p>A transaction names its keys all at once, the ones that it has met in earlier tries, and holds
 * them until it is decided on, gives them back, or its time is over. Requests are served in order
 * of arrival, the first of them as soon as no key of its own is reserved; none overtakes it, so
 * none starves, and as nobody waits for keys while holding others, nobody waits in a circle. Who
 * reserves everything waits for all before it, and keeps out all behind it.
 *
 * <p>What writes a reserved key is parked meanwhile, in order of arrival, and decided on when a
 * reservation ends, before the next is granted. A transaction that holds a reservation itself is
 * not parked for another's but refused.
 */
final class Reservations {

  private static final long GIVE_UP_INTERVAL_NS = 1_000_000;
  private static final long NOBODY = ValidationRequest.NONE;

  private static final class Held {
    private final long transactionId;
    private final long[] keys;
    private final boolean everything;
    private final long endsNs;

    private Held(long transactionId, long[] keys, boolean everything, long endsNs) {
      this.transactionId = transactionId;
      this.keys = keys;
      this.everything = everything;
      this.endsNs = endsNs;
    }
  }

  private final long longestNs;
  private final Watermark watermark;
  private final ValidatorCounters counters;

  /** In order of granting, and so of ending. */
  private final ArrayDeque<Held> held = new ArrayDeque<>();

  private final Long2LongHashMap holderByKey = new Long2LongHashMap(NOBODY);
  private long holderOfEverything = NOBODY;
  private final ArrayDeque<ValidationRequest> waiting = new ArrayDeque<>();
  private final ArrayDeque<ValidationRequest> parked = new ArrayDeque<>();

  /** Whether one has ended since {@link #beginChanges}: parked requests may go on. */
  private boolean ended;

  /** Whether the line of those who wait has changed since then. */
  private boolean asked;

  private long nextGiveUpNs;

  /**
   * No reservations.
   *
   * @param longestNs how long one lasts at most, in ns
   */
  Reservations(long longestNs, Watermark watermark, ValidatorCounters counters, long nowNs) {
    this.nextGiveUpNs = nowNs;
    this.longestNs = longestNs;
    this.watermark = watermark;
    this.counters = counters;
  }

  /** Whether there is anything to end or to wait for. */
  boolean isActive() {
    return !held.isEmpty() || !waiting.isEmpty() || !parked.isEmpty();
  }

  /** Who keeps a request from writing what it writes; {@link ValidationRequest#NONE} if nobody. */
  long blockerOf(ValidationRequest request) {
    if (held.isEmpty()) {
      return NOBODY;
    }
    long own = request.transactionId();
    if (holderOfEverything != NOBODY && holderOfEverything != own && request.writes() > 0) {
      return holderOfEverything;
    }
    for (int write = 0; write < request.writes(); write++) {
      long holder = holderByKey.get(request.writeFingerprint(write));
      if (holder != NOBODY && holder != own) {
        return holder;
      }
    }
    return NOBODY;
  }

  /** Keeps a request until a reservation ends. */
  void park(ValidationRequest request) {
    parked.addLast(request);
  }

  /** Takes a request for a reservation; it is answered when {@link #grant} reaches it. */
  void ask(ValidationRequest request) {
    release(request.transactionId());
    waiting.addLast(request);
    asked = true;
  }

  /** Whether a transaction has a reservation that lasts. */
  boolean isHeldBy(long transactionId) {
    return find(transactionId) != null;
  }

  private Held find(long transactionId) {
    for (Held one : held) {
      if (one.transactionId == transactionId) {
        return one;
      }
    }
    return null;
  }

  /** Ends a transaction's reservation, if it has one. */
  void release(long transactionId) {
    Held one = find(transactionId);
    if (one != null) {
      end(one);
    }
  }

  /** Ends reservations whose time is over. */
  void expire(long nowNs) {
    while (!held.isEmpty() && nowNs - held.peekFirst().endsNs >= 0) {
      counters.count(ValidatorCounter.RESERVATIONS_EXPIRED, 1);
      end(held.peekFirst());
    }
  }

  private void end(Held one) {
    held.remove(one);
    for (long key : one.keys) {
      holderByKey.remove(key);
    }
    if (one.everything) {
      holderOfEverything = NOBODY;
    }
    ended = true;
  }

  /** Answers requests that would wait longer than their callers do. */
  void giveUp(long nowNs) {
    if (nowNs - nextGiveUpNs < 0) {
      return;
    }
    nextGiveUpNs = nowNs + GIVE_UP_INTERVAL_NS;
    for (Iterator<ValidationRequest> requests = waiting.iterator(); requests.hasNext(); ) {
      ValidationRequest request = requests.next();
      if (nowNs - request.deadlineNs() >= 0) {
        requests.remove();
        request.release();
        request.answer();
        asked = true;
      }
    }
  }

  /** Whether a reservation has ended or was asked for since {@link #beginChanges}. */
  boolean haveChanged() {
    return ended || asked;
  }

  /**
   * What changed so far is about to be seen to.
   *
   * @return how many parked requests are to be looked at
   */
  int beginChanges() {
    int parkedNow = ended ? parked.size() : 0;
    ended = false;
    asked = false;
    return parkedNow;
  }

  /** How many requests are parked. */
  int parked() {
    return parked.size();
  }

  /** The request that is parked longest; there is one. */
  ValidationRequest unpark() {
    return parked.removeFirst();
  }

  /** Grants what can be granted, in order of arrival. */
  void grant(long nowNs) {
    while (!waiting.isEmpty() && isFree(waiting.peekFirst())) {
      ValidationRequest request = waiting.removeFirst();
      hold(request, nowNs + longestNs);
      counters.count(ValidatorCounter.RESERVATIONS, 1);
      request.grant(watermark.lastIssued());
      request.answer();
    }
  }

  private boolean isFree(ValidationRequest request) {
    if (request.asksForEverything()) {
      return held.isEmpty();
    }
    if (holderOfEverything != NOBODY) {
      return false;
    }
    for (int read = 0; read < request.reads(); read++) {
      long key = request.readFingerprint(read);
      if (holderByKey.containsKey(key) || isWrittenByParked(key)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a request that waits for another key writes this one: it must not wait for ever. */
  private boolean isWrittenByParked(long key) {
    for (ValidationRequest request : parked) {
      for (int write = 0; write < request.writes(); write++) {
        if (request.writeFingerprint(write) == key) {
          return true;
        }
      }
    }
    return false;
  }

  private void hold(ValidationRequest request, long endsNs) {
    long id = request.transactionId();
    long[] keys = new long[request.reads()];
    Arrays.setAll(keys, request::readFingerprint);
    for (long key : keys) {
      holderByKey.put(key, id);
    }
    if (request.asksForEverything()) {
      holderOfEverything = id;
    }
    held.addLast(new Held(id, keys, request.asksForEverything(), endsNs));
  }
}
