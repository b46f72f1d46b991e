package dev.yardmaster.engine.protocol.mixed;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.epoch.Epochs;
import dev.yardmaster.engine.protocol.WorkerContext;
import java.util.BitSet;

/**
 * Replaces the {@link ProtocolTable} of all workers step by step, until each partition has the
 * protocol that was requested for it. Each subclass implements one method of switching. Any thread
 * may call the methods, unless a comment says otherwise.
 */
abstract class ProtocolSwitch {

  @Shared(
      writers = "threads that request or advance a switch",
      readers = "all workers, once for each attempt, inside an epoch",
      access = "volatile; written under the monitor of the ProtocolSwitch")
  private volatile ProtocolTable table;

  @Shared(
      writers = "threads that request or advance a switch",
      readers = "all workers",
      access = "volatile; written under the monitor of the ProtocolSwitch")
  private volatile boolean settled = true;

  @Shared(
      writers = "threads that request a switch",
      readers = "threads that advance a switch",
      access = "guarded by the monitor of the ProtocolSwitch")
  private final byte[] requested;

  @Shared(
      writers = "threads that advance a switch",
      readers = "threads that read the count",
      access = "volatile; written under the monitor of the ProtocolSwitch")
  private volatile long switches;

  @Shared(
      writers = "the thread that creates the engine, before its workers start",
      readers = "threads that advance a switch",
      access = "volatile")
  private volatile SwitchListener listener = (from, to, partitions) -> {};

  /** Creates an object with the given protocol index for each partition. */
  ProtocolSwitch(byte[] parts) {
    table = ProtocolTable.of(parts);
    requested = parts.clone();
  }

  /** Returns the table for attempts that begin now. The caller must be inside an epoch. */
  final ProtocolTable table() {
    return table;
  }

  /**
   * Sets the listener that is notified of each switch. It is called with the monitor of this object
   * held.
   */
  final void listener(SwitchListener next) {
    listener = next;
  }

  /**
   * Requests a protocol, by its index, for a partition. A later request for the same partition
   * replaces the earlier request.
   */
  final synchronized void request(int partition, int part) {
    requested[partition] = (byte) part;
    settled = false;
  }

  /** Returns whether each partition has the protocol that was requested last. */
  final boolean isSettled() {
    return settled;
  }

  /** Returns the number of completed switches of partitions. */
  final long switches() {
    return switches;
  }

  /** Advances a switch by one step, if the last step is complete at all workers. */
  final void advance(Epochs epochs) {
    if (settled) {
      return;
    }
    synchronized (this) {
      if (!settled) {
        settled = takeStep(epochs);
      }
    }
  }

  /**
   * Advances a switch by one step, if this is possible now. The caller must hold the monitor.
   *
   * @return whether each partition has the protocol that was requested for it
   */
  abstract boolean takeStep(Epochs epochs);

  /**
   * Begins an attempt of a worker. If the result is true, the attempt may use the current table. If
   * the result is false, no attempt may begin now, and the worker must call this method again
   * later.
   */
  boolean enter(WorkerContext worker) {
    return true;
  }

  /** Ends the attempt that began when {@link #enter} returned true. */
  void leave(WorkerContext worker) {}

  /** Publishes a table. The new table may move partitions from one protocol to another. */
  final synchronized void publish(ProtocolTable next) {
    BitSet changed = table.changed(next);
    int first = changed.nextSetBit(0);
    int from = first < 0 ? 0 : table.part(first);
    switches += changed.cardinality();
    table = next;
    if (first >= 0) {
      listener.switched(from, next.part(first), changed);
    }
  }

  /**
   * Returns the table that is used during the next switch, or null if each partition has the
   * protocol that was requested for it. One switch includes all partitions that must change from
   * the same old protocol to the same new protocol. The caller must hold the monitor.
   */
  final ProtocolTable next() {
    ProtocolTable current = table;
    int first = 0;
    while (first < requested.length && requested[first] == current.part(first)) {
      first++;
    }
    if (first == requested.length) {
      return null;
    }
    int from = current.part(first);
    int to = requested[first];
    boolean[] chosen = new boolean[requested.length];
    for (int i = first; i < requested.length; i++) {
      chosen[i] = current.part(i) == from && requested[i] == to;
    }
    return mediated(current, chosen, from, to);
  }

  /** Returns the table that is used while the chosen partitions switch. */
  ProtocolTable mediated(ProtocolTable current, boolean[] chosen, int from, int to) {
    return current.mediated(chosen, from, to);
  }
}
