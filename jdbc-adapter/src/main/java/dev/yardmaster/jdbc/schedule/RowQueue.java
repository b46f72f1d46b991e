package dev.yardmaster.jdbc.schedule;

import java.util.ArrayDeque;
import java.util.ArrayList;

/** The uses of a row in their order, and the tickets that are parked until the row is free. */
final class RowQueue {
  final long row;
  final ArrayList<RowUseAt> uses = new ArrayList<>(4);
  final ArrayDeque<Ticket> parked = new ArrayDeque<>(2);

  /** The number of uses that write the row. */
  private int writers;

  /** The number of parked tickets that write the row. */
  private int parkedWriters;

  RowQueue(long row) {
    this.row = row;
  }

  /**
   * Returns whether a new ticket would have to wait. While the row is in use, a reader waits for
   * parked writers, too. Otherwise readers could use the row for ever, and the writers would
   * starve.
   */
  boolean blocks(boolean writer) {
    return !uses.isEmpty() && (writer || writers > 0 || parkedWriters > 0);
  }

  /** Parks a ticket until the row is free. */
  void park(Ticket ticket) {
    parked.add(ticket);
    parkedWriters += writes(ticket) ? 1 : 0;
  }

  /** Removes a parked ticket. */
  void unpark(Ticket ticket) {
    if (parked.remove(ticket)) {
      parkedWriters -= writes(ticket) ? 1 : 0;
    }
  }

  private boolean writes(Ticket ticket) {
    for (long written : ticket.writes) {
      if (written == row) {
        return true;
      }
    }
    return false;
  }

  boolean isUnused() {
    return uses.isEmpty() && parked.isEmpty();
  }

  /** Returns the number of tickets that wait behind the ticket that uses the row now. */
  int others() {
    return uses.size() - 1 + parked.size();
  }

  /** Appends a use. The use is granted now if no earlier use conflicts with it. */
  void append(RowUseAt use) {
    use.granted = use.writes ? uses.isEmpty() : writers == 0;
    uses.add(use);
    writers += use.writes ? 1 : 0;
  }

  /** Inserts a use of a running transaction as granted, before all uses that are not granted. */
  void insertGranted(RowUseAt use) {
    int at = 0;
    while (at < uses.size() && uses.get(at).granted) {
      at++;
    }
    use.granted = true;
    uses.add(at, use);
    writers += use.writes ? 1 : 0;
  }

  void remove(RowUseAt use) {
    if (uses.remove(use)) {
      writers -= use.writes ? 1 : 0;
    }
  }
}
