package dev.yardmaster.server.leases;

import dev.yardmaster.annotations.Shared;
import java.util.function.Consumer;

/** A request for a lease of rows, and the lease after the request was granted. */
@Shared(
    writers = "event loops",
    readers = "the same",
    access = "guarded by the monitor of RowLeases; the rows are final")
public final class ServedLease {

  /** The states of a lease. */
  public enum State {
    /** The lease was not requested yet. */
    NEW,
    /** The request waits for earlier requests. */
    WAITING,
    /** The lease was granted and has not ended. */
    HELD,
    /** The lease has ended, or its request was withdrawn. */
    ENDED
  }

  /** The request's entry in the queue of one row. */
  static final class Use {
    final ServedLease lease;
    final long row;
    final boolean writes;

    /** Whether no earlier request for the row conflicts with this request. */
    boolean granted;

    Use(ServedLease lease, long row, boolean writes) {
      this.lease = lease;
      this.row = row;
      this.writes = writes;
    }
  }

  final Use[] uses;
  final Consumer<ServedLease> listener;
  State state = State.NEW;

  /** The number of the request's uses of rows that are not granted. */
  int missing;

  /**
   * Creates a request.
   *
   * @param written the rows that are used exclusively
   * @param read the rows whose use is shared with other readers; no row occurs twice in both arrays
   *     together
   * @param listener is called once if the request has to wait and is then granted, on the thread
   *     that ends the last conflicting request
   */
  public ServedLease(long[] written, long[] read, Consumer<ServedLease> listener) {
    this.listener = listener;
    uses = new Use[written.length + read.length];
    for (int i = 0; i < uses.length; i++) {
      boolean writes = i < written.length;
      uses[i] = new Use(this, writes ? written[i] : read[i - written.length], writes);
    }
  }
}
