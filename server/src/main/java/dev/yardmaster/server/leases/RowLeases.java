package dev.yardmaster.server.leases;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.server.leases.ServedLease.State;
import dev.yardmaster.server.leases.ServedLease.Use;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * The leases of rows, and the requests that wait for them. The package's documentation describes
 * the rules. The time of a call is proportional to the number of requests in the queues of the
 * request's rows. This class is thread-safe.
 */
public final class RowLeases {

  /** The requests for each row, in the order of their arrival. */
  @Shared(
      writers = "event loops",
      readers = "the same",
      access = "guarded by the monitor of RowLeases")
  private final Long2ObjectHashMap<ArrayDeque<Use>> queues = new Long2ObjectHashMap<>();

  @Shared(
      writers = "event loops",
      readers = "the admin thread",
      access = "guarded by the monitor of RowLeases")
  private int held;

  @Shared(
      writers = "event loops",
      readers = "the admin thread",
      access = "guarded by the monitor of RowLeases")
  private int waiting;

  @Shared(
      writers = "event loops",
      readers = "the admin thread",
      access = "guarded by the monitor of RowLeases")
  private long granted;

  @Shared(
      writers = "event loops",
      readers = "the admin thread",
      access = "guarded by the monitor of RowLeases")
  private long expired;

  @Shared(
      writers = "the draining thread",
      readers = "event loops",
      access = "guarded by the monitor of RowLeases")
  private boolean stopped;

  /**
   * Grants no more leases to requests that wait, because the server ends. When the server ends a
   * connection, a holder continues its transaction without the lease, so no other request may be
   * granted the same rows.
   */
  public synchronized void stopGranting() {
    stopped = true;
  }

  /**
   * Requests a lease.
   *
   * @return true if this call grants the lease. If false, the lease's listener is called later,
   *     unless the request is withdrawn first
   */
  public synchronized boolean request(ServedLease lease) {
    checkNew(lease);
    for (Use use : lease.uses) {
      ArrayDeque<Use> queue = queues.computeIfAbsent(use.row, row -> new ArrayDeque<>(2));
      use.granted = use.writes ? queue.isEmpty() : queue.stream().noneMatch(other -> other.writes);
      lease.missing += use.granted ? 0 : 1;
      queue.add(use);
    }
    lease.state = State.WAITING;
    waiting++;
    if (lease.missing > 0 || stopped) {
      return false;
    }
    hold(lease);
    return true;
  }

  private static void checkNew(ServedLease lease) {
    if (lease.state != State.NEW) {
      throw new IllegalStateException("the lease was requested before: it is " + lease.state);
    }
  }

  /**
   * Grants a lease to a transaction that already uses the rows. All requests that wait, and
   * conflict with the lease, wait for its end, even if they came earlier. The lease itself waits
   * for nothing, so there is still no cycle of waits.
   */
  public synchronized void grantAtOnce(ServedLease lease) {
    checkNew(lease);
    for (Use use : lease.uses) {
      ArrayDeque<Use> queue = queues.computeIfAbsent(use.row, row -> new ArrayDeque<>(2));
      List<Use> later = takeWaiting(queue);
      use.granted = true;
      queue.add(use);
      for (Use other : later) {
        if (other.granted && (other.writes || use.writes)) {
          other.granted = false;
          other.lease.missing++;
        }
        queue.add(other);
      }
    }
    waiting++;
    hold(lease);
  }

  /** Removes the uses of requests that wait, and returns them in their order. */
  private static List<Use> takeWaiting(ArrayDeque<Use> queue) {
    List<Use> waiting = new ArrayList<>();
    for (int left = queue.size(); left > 0; left--) {
      Use use = queue.remove();
      if (use.lease.state == State.WAITING) {
        waiting.add(use);
      } else {
        queue.add(use);
      }
    }
    return waiting;
  }

  private void hold(ServedLease lease) {
    lease.state = State.HELD;
    waiting--;
    held++;
    granted++;
  }

  /**
   * Ends a lease, or withdraws its request. Grants the requests that now wait for no other lease or
   * request, and calls their listeners.
   *
   * @return the state before this call; {@link State#ENDED} if there was nothing to end
   */
  public State end(ServedLease lease) {
    return end(lease, false);
  }

  /** Ends a lease whose time is over, in the same way as {@link #end}. */
  public State expire(ServedLease lease) {
    return end(lease, true);
  }

  private State end(ServedLease lease, boolean isLate) {
    List<ServedLease> next = new ArrayList<>();
    State before;
    synchronized (this) {
      before = lease.state;
      switch (before) {
        case HELD -> held--;
        case WAITING -> waiting--;
        case NEW, ENDED -> {
          return State.ENDED;
        }
      }
      lease.state = State.ENDED;
      expired += isLate ? 1 : 0;
      for (Use use : lease.uses) {
        leave(use, next);
      }
    }
    for (ServedLease each : next) {
      each.listener.accept(each);
    }
    return before;
  }

  private void leave(Use left, List<ServedLease> next) {
    ArrayDeque<Use> queue = queues.get(left.row);
    queue.remove(left);
    if (queue.isEmpty()) {
      queues.remove(left.row);
    }
    if (stopped || queue.isEmpty()) {
      return;
    }
    boolean isFirst = true;
    for (Use use : queue) {
      if (use.writes && !isFirst) {
        return;
      }
      if (!use.granted) {
        use.granted = true;
        if (--use.lease.missing == 0) {
          hold(use.lease);
          next.add(use.lease);
        }
      }
      if (use.writes) {
        return;
      }
      isFirst = false;
    }
  }

  /** Returns the present state and the counts since the start. */
  public synchronized LeaseFigures figures() {
    return new LeaseFigures(held, waiting, granted, expired);
  }

  /** Returns the number of rows for which the server keeps state. */
  synchronized int knownRows() {
    return queues.size();
  }
}
