package dev.yardmaster.jdbc.schedule;

import java.util.ArrayDeque;
import java.util.ArrayList;

/** Who uses a row and in which order, and who is parked until it is free. */
final class RowQueue {
  final long row;
  final ArrayList<RowUseAt> uses = new ArrayList<>(4);
  final ArrayDeque<Ticket> parked = new ArrayDeque<>(2);

  /** How many of the uses write. */
  private int writers;

  /** How many of those parked here write the row. */
  private int parkedWriters;

  RowQueue(long row) {
    this.row = row;
  }

  /**
   * Whether a newcomer would have to wait. A reader waits for parked writers, too, as long as
   * somebody uses the row: readers could hold it for ever otherwise.
   */
  boolean blocks(boolean writer) {
    return !uses.isEmpty() && (writer || writers > 0 || parkedWriters > 0);
  }

  /** Appends a ticket that is held over until the row is free. */
  void park(Ticket ticket) {
    parked.add(ticket);
    parkedWriters += writes(ticket) ? 1 : 0;
  }

  /** Takes a parked ticket out. */
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

  /** How many stand behind the one that uses the row now. */
  int others() {
    return uses.size() - 1 + parked.size();
  }

  /** Appends a use, granted if nobody before it is in its way. */
  void append(RowUseAt use) {
    use.granted = use.writes ? uses.isEmpty() : writers == 0;
    uses.add(use);
    writers += use.writes ? 1 : 0;
  }

  /** Inserts a use of a transaction that runs already, before all that have yet to be granted. */
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
