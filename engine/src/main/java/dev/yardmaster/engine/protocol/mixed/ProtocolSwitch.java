package dev.yardmaster.engine.protocol.mixed;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.epoch.Epochs;
import dev.yardmaster.engine.protocol.WorkerContext;
import java.util.BitSet;

/**
 * Changes the {@link ProtocolTable} of all workers until each partition has the part that was
 * requested for it. A subclass is a way of switching. Any thread may call the methods without
 * another statement.
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

  /** Starts with the given part of each partition. */
  ProtocolSwitch(byte[] parts) {
    table = ProtocolTable.of(parts);
    requested = parts.clone();
  }

  /** Returns the table for attempts that begin now. The caller is inside an epoch. */
  final ProtocolTable table() {
    return table;
  }

  /** Sets the object that is told of each switch, under the monitor of this object. */
  final void listener(SwitchListener next) {
    listener = next;
  }

  /** Requests a part for a partition. A later request for the same partition replaces it. */
  final synchronized void request(int partition, int part) {
    requested[partition] = (byte) part;
    settled = false;
  }

  /** Returns whether each partition has its requested part. */
  final boolean isSettled() {
    return settled;
  }

  /** Returns the number of partitions that have got another part so far. */
  final long switches() {
    return switches;
  }

  /** Takes the next step of a switch if the workers have taken the last one. */
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
   * Takes the next step of a switch if it is possible now. The caller has the monitor.
   *
   * @return whether each partition has its requested part
   */
  abstract boolean takeStep(Epochs epochs);

  /**
   * Begins a worker's use of tables. Returns false if the worker must call this method again later.
   */
  boolean enter(WorkerContext worker) {
    return true;
  }

  /** Ends the use of tables that began when {@link #enter} returned true. */
  void leave(WorkerContext worker) {}

  /** Publishes a table, in which partitions of one part may have another one. */
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
   * Returns the table that is in force while the next switch lasts, or null if each partition has
   * its requested part. The switch is that of all partitions between the same two parts. The caller
   * has the monitor.
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

  /** Returns the table that is in force while partitions switch. */
  ProtocolTable mediated(ProtocolTable current, boolean[] chosen, int from, int to) {
    return current.mediated(chosen, from, to);
  }
}
