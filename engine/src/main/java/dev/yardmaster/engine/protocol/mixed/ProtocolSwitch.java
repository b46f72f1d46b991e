package dev.yardmaster.engine.protocol.mixed;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.epoch.Epochs;

/**
 * Changes the {@link ProtocolTable} of all workers, without a pause, until each partition has the
 * part that was requested for it (CormCC, section 4.3). Any thread may call the methods.
 */
class ProtocolSwitch {

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
      readers = "the same threads",
      access = "guarded by the monitor of the ProtocolSwitch")
  private boolean inTransition;

  @Shared(
      writers = "threads that advance a switch",
      readers = "the same threads",
      access = "guarded by the monitor of the ProtocolSwitch")
  private long publishedIn;

  @Shared(
      writers = "threads that advance a switch",
      readers = "threads that read the count",
      access = "volatile; written under the monitor of the ProtocolSwitch")
  private volatile long switches;

  /** Starts with the given part of each partition. */
  ProtocolSwitch(byte[] parts) {
    table = ProtocolTable.of(parts);
    requested = parts.clone();
  }

  /** Returns the table for attempts that begin now. The caller is inside an epoch. */
  final ProtocolTable table() {
    return table;
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

  /** Publishes the next table if every attempt has left the tables before the current one. */
  final void advance(Epochs epochs) {
    if (settled) {
      return;
    }
    epochs.tryAdvance();
    synchronized (this) {
      if (inTransition && !isLeft(epochs, publishedIn)) {
        return;
      }
      ProtocolTable current = table;
      inTransition = true;
      if (current.isSwitching()) {
        switches += switching(current);
        publish(current.switched(), epochs);
      } else if (!beginNext(current, epochs)) {
        inTransition = false;
        settled = true;
      }
    }
  }

  /** Returns whether no attempt uses a table that was replaced in the given epoch. */
  boolean isLeft(Epochs epochs, long epoch) {
    return epochs.isOver(epoch);
  }

  /** Returns the table that is published while partitions switch. */
  ProtocolTable mediated(ProtocolTable current, boolean[] chosen, int from, int to) {
    return current.mediated(chosen, from, to);
  }

  private void publish(ProtocolTable next, Epochs epochs) {
    table = next;
    publishedIn = epochs.current();
  }

  private boolean beginNext(ProtocolTable current, Epochs epochs) {
    int first = 0;
    while (first < requested.length && requested[first] == current.part(first)) {
      first++;
    }
    if (first == requested.length) {
      return false;
    }
    int from = current.part(first);
    int to = requested[first];
    boolean[] chosen = new boolean[requested.length];
    for (int i = first; i < requested.length; i++) {
      chosen[i] = current.part(i) == from && requested[i] == to;
    }
    publish(mediated(current, chosen, from, to), epochs);
    return true;
  }

  private static int switching(ProtocolTable current) {
    int count = 0;
    for (int i = 0; i < current.entries(); i++) {
      count += current.isMediated(i) ? 1 : 0;
    }
    return count;
  }
}
