package dev.yardmaster.jdbc.schedule;

import dev.yardmaster.jdbc.schedule.Ticket.State;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Long2LongCounterMap;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * The rows that the tickets of a schedule use. The table has the queue of each row, the number of
 * queued tickets of each row, and the times at which the rows were last in use. This class is not
 * thread-safe. The time of a call is proportional to the number of the ticket's rows and the number
 * of uses of these rows.
 */
final class RowTable {
  private final Long2ObjectHashMap<RowQueue> queues = new Long2ObjectHashMap<>();
  private final Long2LongCounterMap queuedByRow = new Long2LongCounterMap(0);
  private final RowEnds ends = new RowEnds();

  /** Returns the queue of a row; null if no ticket uses the row. */
  RowQueue get(long row) {
    return queues.get(row);
  }

  /** Returns the number of rows for which there is state, in each of the two maps. */
  int size() {
    return queues.size() + queuedByRow.size();
  }

  /** Returns whether a row of the ticket has the maximum number of queued tickets. */
  boolean hasFull(Ticket ticket, int most) {
    return !ticket.onlyReads() && (isFull(ticket.writes, most) || isFull(ticket.reads, most));
  }

  private boolean isFull(long[] of, int most) {
    for (long row : of) {
      if (queuedByRow.get(row) >= most) {
        return true;
      }
    }
    return false;
  }

  /**
   * Changes the number of queued tickets of each row. A ticket that only reads waits for no row, so
   * it is not counted.
   */
  void countQueued(Ticket ticket, int change) {
    if (!ticket.onlyReads()) {
      for (long row : ticket.writes) {
        queuedByRow.getAndAdd(row, change);
      }
      for (long row : ticket.reads) {
        queuedByRow.getAndAdd(row, change);
      }
    }
  }

  /** Returns whether a queued ticket that waits for rows uses a row that the ticket writes. */
  boolean hasFollower(Ticket ticket) {
    for (long row : ticket.writes) {
      if (queuedByRow.get(row) > 0) {
        return true;
      }
    }
    return false;
  }

  /** Notes the start of a ticket. */
  void started(Ticket ticket) {
    ticket.startedAt = ends.now();
  }

  /** Notes the end of a ticket. */
  void ended(Ticket ticket) {
    ends.record(ticket);
  }

  /** Appends a ticket to the queues of its rows, and counts the uses that are not granted. */
  void enter(Ticket ticket) {
    ticket.missing = 0;
    if (!ticket.onlyReads()) {
      ticket.uses = new RowUseAt[ticket.writes.length + ticket.reads.length];
      int count = 0;
      for (long row : ticket.writes) {
        ticket.uses[count++] = use(ticket, row, true);
      }
      for (long row : ticket.reads) {
        ticket.uses[count++] = use(ticket, row, false);
      }
    }
  }

  private RowUseAt use(Ticket ticket, long row, boolean writes) {
    RowUseAt use = new RowUseAt(ticket, queue(row), writes);
    use.queue.append(use);
    ticket.missing += use.granted ? 0 : 1;
    return use;
  }

  private RowQueue queue(long row) {
    RowQueue queue = queues.get(row);
    if (queue == null) {
      queue = new RowQueue(row);
      queues.put(row, queue);
    }
    return queue;
  }

  /** Inserts a running ticket into the queues of its rows, before all tickets that wait. */
  void useAtOnce(Ticket ticket) {
    if (!ticket.onlyReads()) {
      for (long row : ticket.writes) {
        alsoUses(ticket, row, true);
      }
      for (long row : ticket.reads) {
        alsoUses(ticket, row, false);
      }
    }
  }

  /** Inserts a running ticket into the queue of a row, unless it already has this use. */
  void alsoUses(Ticket ticket, long row, boolean writes) {
    RowUseAt[] before = ticket.uses;
    for (RowUseAt use : before) {
      if (use.queue.row == row && (use.writes || !writes)) {
        return;
      }
    }
    RowUseAt use = new RowUseAt(ticket, queue(row), writes);
    use.queue.insertGranted(use);
    ticket.uses = new RowUseAt[before.length + 1];
    System.arraycopy(before, 0, ticket.uses, 0, before.length);
    ticket.uses[before.length] = use;
  }

  /** Returns the queue of a row for which the ticket has to wait; null if it need not wait. */
  RowQueue blockedAt(Ticket ticket) {
    if (ticket.onlyReads()) {
      return null;
    }
    RowQueue wall = blockedAt(ticket.writes, true);
    return wall != null ? wall : blockedAt(ticket.reads, false);
  }

  private RowQueue blockedAt(long[] of, boolean writes) {
    for (long row : of) {
      RowQueue queue = queues.get(row);
      if (queue != null && queue.blocks(writes)) {
        return queue;
      }
    }
    return null;
  }

  /**
   * Returns whether only tickets of the group have used the rows of {@code next} in conflict with
   * it, since the group began.
   */
  boolean areFreeFor(List<? extends Ticket> group, Ticket next) {
    return isFreeFor(group, next.writes, true) && isFreeFor(group, next.reads, false);
  }

  private boolean isFreeFor(List<? extends Ticket> group, long[] of, boolean writes) {
    for (long row : of) {
      if (ends.conflicts(row, writes, group.get(0).startedAt)) {
        return false;
      }
      RowQueue queue = queues.get(row);
      if (queue != null) {
        for (RowUseAt use : queue.uses) {
          if ((writes || use.writes) && !group.contains(use.ticket)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /** Returns the running tickets that use rows of a ticket, each at least once. */
  List<Ticket> delaying(Ticket ticket) {
    List<Ticket> found = new ArrayList<>();
    for (long row : ticket.writes) {
      addRunning(row, found);
    }
    for (long row : ticket.reads) {
      addRunning(row, found);
    }
    return found;
  }

  private void addRunning(long row, List<Ticket> found) {
    RowQueue queue = queues.get(row);
    if (queue != null) {
      for (RowUseAt use : queue.uses) {
        if (use.ticket.state == State.RUNNING) {
          found.add(use.ticket);
        }
      }
    }
  }

  /** Removes the state of a row that no ticket uses and at which no ticket is parked. */
  void dropIfUnused(RowQueue queue) {
    if (queue.isUnused()) {
      queues.remove(queue.row);
    }
  }
}
