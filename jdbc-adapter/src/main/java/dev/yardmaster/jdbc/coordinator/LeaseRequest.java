package dev.yardmaster.jdbc.coordinator;

import dev.yardmaster.annotations.Shared;

/** A transaction's request for a lease, and the lease after it was granted. */
public final class LeaseRequest {

  /** The states of a request. */
  enum State {
    /** The request is unanswered. */
    ASKED,
    /** The lease was granted. */
    GRANTED,
    /** The coordinator refused the lease, or the connection ended. */
    REFUSED
  }

  final long id;
  final long[] written;
  final long[] read;
  final int holdMs;

  /** Whether a running transaction already uses the rows, so that nobody waits for the answer. */
  final boolean atOnce;

  final CoordinatorConnection connection;

  /** The thread that waits for the answer. */
  final Thread thread = Thread.currentThread();

  @Shared(
      writers = "the coordinator's thread, once",
      readers = "the thread of the transaction",
      access = "volatile; the writer unparks the waiting thread afterwards")
  private volatile State state = State.ASKED;

  @Shared(
      writers = "the coordinator's thread, once",
      readers = "the thread of the transaction",
      access = "plain; written before the state")
  private boolean waited;

  LeaseRequest(
      CoordinatorConnection connection,
      long id,
      long[] written,
      long[] read,
      int holdMs,
      boolean atOnce) {
    this.connection = connection;
    this.id = id;
    this.written = written;
    this.read = read;
    this.holdMs = holdMs;
    this.atOnce = atOnce;
  }

  /** Returns whether the coordinator has answered, or the connection has ended. */
  public boolean isAnswered() {
    return state != State.ASKED;
  }

  /** Returns whether the lease was granted. */
  public boolean isGranted() {
    return state == State.GRANTED;
  }

  /** Returns whether the request had to wait for an earlier request for one of the rows. */
  boolean hasWaited() {
    return waited;
  }

  void grant(boolean afterOthers) {
    waited = afterOthers;
    state = State.GRANTED;
  }

  void refuse() {
    state = State.REFUSED;
  }
}
