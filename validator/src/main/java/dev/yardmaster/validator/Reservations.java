package dev.yardmaster.validator;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import org.agrona.collections.Long2LongHashMap;

/**
 * Keys that are reserved for a transaction which has restarted often: until the transaction has had
 * its next attempt, no other transaction commits a write to them, so the values that it reads stay
 * the newest. Owned by the final validation's thread.
 *
 * <p>A transaction requests its keys all at once, those of its earlier attempts, and holds them
 * until it is decided on, releases them, or their time is over. Requests are granted in order of
 * arrival, the first of them as soon as none of its keys is reserved. No request overtakes the
 * first, so none starves; no transaction waits for keys while it holds others, so no cycle of
 * waiting transactions can form. A request for all keys waits for all reservations before it, and
 * delays all requests behind it.
 *
 * <p>A request that writes a reserved key is parked. When a reservation ends, parked requests are
 * decided in order of arrival, before the next reservation is granted. A transaction that holds a
 * reservation itself is not parked for another's but refused.
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

  /** In the order of granting, which is the order of expiry. */
  private final ArrayDeque<Held> held = new ArrayDeque<>();

  private final Long2LongHashMap holderByKey = new Long2LongHashMap(NOBODY);
  private long holderOfEverything = NOBODY;
  private final ArrayDeque<ValidationRequest> waiting = new ArrayDeque<>();
  private final ArrayDeque<ValidationRequest> parked = new ArrayDeque<>();

  /**
   * Whether a reservation has ended since {@link #beginChanges}, so that parked requests may go on.
   */
  private boolean ended;

  /** Whether the queue of waiting requests has changed since {@link #beginChanges}. */
  private boolean asked;

  private long nextGiveUpNs;

  /**
   * Creates an empty set of reservations.
   *
   * @param longestNs longest that a reservation lasts, in ns
   */
  Reservations(long longestNs, Watermark watermark, ValidatorCounters counters, long nowNs) {
    this.nextGiveUpNs = nowNs;
    this.longestNs = longestNs;
    this.watermark = watermark;
    this.counters = counters;
  }

  /** Whether there are reservations, or requests that wait for them. */
  boolean isActive() {
    return !held.isEmpty() || !waiting.isEmpty() || !parked.isEmpty();
  }

  /**
   * Returns the transaction whose reservation keeps a request from writing; {@link
   * ValidationRequest#NONE} if there is none.
   */
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

  /** Accepts a request for a reservation; {@link #grant} answers it in its turn. */
  void ask(ValidationRequest request) {
    release(request.transactionId());
    waiting.addLast(request);
    asked = true;
  }

  /** Whether a transaction holds a reservation. */
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

  /** Answers requests whose callers' deadlines have passed. */
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

  /** Whether a reservation has ended or was requested since {@link #beginChanges}. */
  boolean haveChanged() {
    return ended || asked;
  }

  /**
   * Marks all changes so far as handled, before the caller handles them.
   *
   * @return how many parked requests to try again
   */
  int beginChanges() {
    int parkedNow = ended ? parked.size() : 0;
    ended = false;
    asked = false;
    return parkedNow;
  }

  /** The number of parked requests. */
  int parked() {
    return parked.size();
  }

  /** Removes and returns the request that was parked first; there must be one. */
  ValidationRequest unpark() {
    return parked.removeFirst();
  }

  /**
   * Grants reservations in order of arrival, as long as the first waiting request can be granted.
   */
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

  /** Whether a parked request writes this key: the request must not wait for ever. */
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
