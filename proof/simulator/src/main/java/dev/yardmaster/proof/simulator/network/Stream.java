package dev.yardmaster.proof.simulator.network;

import java.util.ArrayDeque;
import java.util.SplittableRandom;

/**
 * One direction of a connection. A stream holds the bytes in flight, in order. After the bytes,
 * there may be a mark for the end of the stream.
 */
final class Stream {

  /** The bytes of one write, with the earliest time of their arrival. */
  @SuppressWarnings(
      "ArrayRecordComponent") // The record has an array as a component, which is harmless because
  // the records are never compared.
  private record Segment(byte[] bytes, long dueNs) {}

  private final SimulatedNetwork network;
  private final SimulatedChannel from;
  private final SimulatedChannel to;
  private final ArrayDeque<Segment> segments = new ArrayDeque<>();

  /** The number of bytes of the first segment that were delivered. */
  private int taken;

  private int underWay;
  private long lastDueNs;
  private boolean cut;
  private boolean ended;
  private boolean reset;
  private boolean delivered;

  Stream(SimulatedNetwork network, SimulatedChannel from, SimulatedChannel to) {
    this.network = network;
    this.from = from;
    this.to = to;
  }

  /** Returns the number of bytes that may be sent now. */
  int room() {
    return cut ? Integer.MAX_VALUE : Math.max(0, network.conditions().bufferBytes() - underWay);
  }

  /** Sends bytes. If the connection has broken, the bytes are lost. */
  void send(byte[] bytes) {
    if (!cut && !ended && bytes.length > 0) {
      segments.add(new Segment(bytes, later()));
      underWay += bytes.length;
    }
  }

  private long later() {
    lastDueNs = Math.max(lastDueNs, network.nowNs() + network.delayNs());
    return lastDueNs;
  }

  /** Closes the sender's side; bytes that were sent before still arrive. */
  void finish() {
    if (!ended) {
      ended = true;
      later();
    }
  }

  /** Closes the receiver's side; no further bytes are delivered. */
  void abandon() {
    cut = true;
    delivered = true;
    segments.clear();
    underWay = 0;
  }

  /**
   * Breaks this direction of the connection: a part of the bytes in flight arrives, and then the
   * reset.
   */
  void reset(SplittableRandom random) {
    if (delivered) {
      return;
    }
    int kept = underWay == 0 ? 0 : random.nextInt(underWay + 1);
    ArrayDeque<Segment> all = new ArrayDeque<>(segments);
    segments.clear();
    int skipped = taken;
    underWay = 0;
    for (Segment segment : all) {
      int length = Math.min(kept - underWay, segment.bytes.length - skipped);
      if (length > 0) {
        byte[] rest = new byte[length];
        System.arraycopy(segment.bytes, skipped, rest, 0, length);
        segments.add(new Segment(rest, segment.dueNs));
        underWay += length;
      }
      skipped = 0;
    }
    taken = 0;
    cut = true;
    ended = true;
    reset = true;
    later();
    from.drained();
  }

  /** Returns whether bytes, or the end of the stream, may be delivered. */
  boolean isDue() {
    return !delivered && nextDueNs() <= network.nowNs() && to.reads();
  }

  /**
   * Returns the time, in ns, at which the receiver gets the next bytes or the end of the stream.
   * The result does not depend on whether the other end reads.
   */
  long nextDueNs() {
    if (delivered) {
      return Long.MAX_VALUE;
    }
    Segment first = segments.peek();
    return first != null ? first.dueNs : ended ? lastDueNs : Long.MAX_VALUE;
  }

  /** Delivers some of the bytes that have arrived. */
  void deliver(SplittableRandom random) {
    int due = -taken;
    for (Segment segment : segments) {
      if (segment.dueNs > network.nowNs()) {
        break;
      }
      due += segment.bytes.length;
    }
    if (segments.isEmpty()) {
      delivered = true;
      to.arriveEnd(reset);
      return;
    }
    boolean isCut = random.nextInt(1000) < network.conditions().cutPermille();
    byte[] bytes =
        new byte[isCut ? 1 + random.nextInt(Math.min(due, 1 + random.nextInt(due))) : due];
    for (int at = 0; at < bytes.length; ) {
      Segment first = segments.peek();
      int length = Math.min(bytes.length - at, first.bytes.length - taken);
      System.arraycopy(first.bytes, taken, bytes, at, length);
      at += length;
      taken += length;
      if (taken == first.bytes.length) {
        segments.poll();
        taken = 0;
      }
    }
    underWay -= bytes.length;
    to.arrive(bytes);
    from.drained();
  }
}
