package dev.yardmaster.validator;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.concurrent.NanoClock;

/**
 * The keys that are reserved for transactions that have restarted often. While such a transaction
 * holds keys, no other transaction commits a write to a held key. So the values that the holder
 * reads stay the newest. The thread of the final validation owns this object.
 *
 * <p>A transaction requests all keys of its earlier attempts in one request. The transaction holds
 * the keys until its next attempt is decided, until it releases the keys, or until the maximum
 * duration has passed. Requests are granted in the order of arrival. The first request in the queue
 * is granted as soon as no reservation contains any of its keys and no parked request writes any of
 * its keys. No request overtakes the first request, so no request starves. No transaction waits for
 * keys while it holds keys, so transactions cannot wait for each other in a cycle. A request for
 * all keys waits until all earlier reservations have ended, and delays all later requests.
 *
 * <p>If a commit request writes a key that another transaction has reserved, the request is parked:
 * it waits until a reservation ends. When a reservation ends, the parked requests are decided in
 * the order of arrival, before the next reservation is granted. If the transaction of the commit
 * request holds a reservation itself, the request is aborted and not parked.
 */
public class Reservations {

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

  /** The reservations in the order of their grants. The order of expiry is the same. */
  private final ArrayDeque<Held> held = new ArrayDeque<>();

  private final Long2LongHashMap holderByKey = new Long2LongHashMap(NOBODY);
  private long holderOfEverything = NOBODY;
  private final ArrayDeque<ValidationRequest> waiting = new ArrayDeque<>();
  private final ArrayDeque<ValidationRequest> parked = new ArrayDeque<>();

  /**
   * Whether a reservation has ended since the last call of {@link #beginChanges}; if so, parked
   * requests can be decided.
   */
  private boolean ended;

  /**
   * Whether the queue of requests that wait for a reservation has changed since the last call of
   * {@link #beginChanges}.
   */
  private boolean asked;

  private long nextGiveUpNs;

  /**
   * Creates an empty set of reservations.
   *
   * @param longestNs the maximum duration of a reservation, in ns
   */
  public Reservations(long longestNs, Watermark watermark, NanoClock clock) {
    this.nextGiveUpNs = clock.nanoTime();
    this.longestNs = longestNs;
    this.watermark = watermark;
  }

  /** Returns whether there are reservations, requests for reservations, or parked requests. */
  boolean isActive() {
    return !held.isEmpty() || !waiting.isEmpty() || !parked.isEmpty();
  }

  /**
   * Returns the id of a transaction that has reserved a key that a request of another transaction
   * writes; {@link ValidationRequest#NONE} if there is none. A test can override this method to
   * plant a bug.
   */
  protected long blockerOf(ValidationRequest request) {
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

  /** Parks a request until a reservation ends. */
  void park(ValidationRequest request) {
    parked.addLast(request);
  }

  /**
   * Queues a request for a reservation, and ends the transaction's previous reservation. {@link
   * #grant} answers the request when the request is the first in the queue and its keys are free.
   * {@link #giveUp} answers the request when its deadline has passed.
   */
  void ask(ValidationRequest request) {
    release(request.transactionId());
    waiting.addLast(request);
    asked = true;
  }

  /** Returns whether a transaction holds a reservation. */
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

  /** Ends a transaction's reservation, if the transaction has one. */
  void release(long transactionId) {
    Held one = find(transactionId);
    if (one != null) {
      end(one);
    }
  }

  /** Ends the expired reservations, and returns their number. */
  int expire(long nowNs) {
    int expired = 0;
    while (!held.isEmpty() && nowNs - held.peekFirst().endsNs >= 0) {
      end(held.peekFirst());
      expired++;
    }
    return expired;
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

  /** Answers the waiting requests for reservations whose deadlines have passed. */
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

  /**
   * Returns whether a reservation has ended or the queue of requests for reservations has changed
   * since the last call of {@link #beginChanges}.
   */
  boolean haveChanged() {
    return ended || asked;
  }

  /**
   * Records that the caller is about to handle all changes so far.
   *
   * @return the number of parked requests that the caller must try again
   */
  int beginChanges() {
    int parkedNow = ended ? parked.size() : 0;
    ended = false;
    asked = false;
    return parkedNow;
  }

  /** Returns the number of parked requests. */
  int parked() {
    return parked.size();
  }

  /** Removes and returns the request that was parked first. There must be a parked request. */
  ValidationRequest unpark() {
    return parked.removeFirst();
  }

  /**
   * Grants reservations in the order of arrival, and stops at the first waiting request that cannot
   * be granted.
   *
   * @return the number of granted reservations
   */
  int grant(long nowNs) {
    int granted = 0;
    while (!waiting.isEmpty() && isFree(waiting.peekFirst())) {
      ValidationRequest request = waiting.removeFirst();
      hold(request, nowNs + longestNs);
      request.grant(watermark.lastIssued());
      request.answer();
      granted++;
    }
    return granted;
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

  /**
   * Returns whether a parked request writes this key. Such a key is not reserved again before the
   * parked request is decided. So the parked request does not starve.
   */
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
