package dev.yardmaster.jdbc.admission;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.jdbc.admission.AdmittedTicket.Hold;
import dev.yardmaster.jdbc.sql.RowUse;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/**
 * Lets transactions run without a lock if no other transaction uses their rows.
 *
 * <p>Each row has a slot, which it may share with other rows. A slot is in one of three states:
 *
 * <pre>
 *   null            no transaction that writes uses a row of the slot
 *   a ticket        this ticket uses a row of the slot; the ticket is not in the schedule
 *   SCHEDULED       tickets in the schedule use rows of the slot
 * </pre>
 *
 * <p>A ticket that writes takes the slots of its rows by compare-and-set, and frees the slots in
 * the same way. If a slot is not free, the ticket goes to the schedule instead. The ticket's thread
 * acquires the admission's lock and marks each slot of the ticket as SCHEDULED. If the thread finds
 * another ticket in a slot, it moves the other ticket to the schedule, too. At the same time, the
 * thread of the other ticket may take slots or end the other ticket. A compare-and-set of {@link
 * AdmittedTicket#hold} decides which thread succeeds: TAKING becomes TAKEN or SCHEDULED, and TAKEN
 * becomes SCHEDULED or ENDED.
 *
 * <p>If two tickets use different rows of one slot, both go to the schedule, which compares the
 * rows themselves. The shared slot therefore costs only time. A ticket that runs without the lock
 * checks the slots of the rows that it only reads, but does not take them, so a later writer does
 * not wait for this ticket.
 */
final class RowClaims {
  private static final int SLOT_BITS = 14;
  private static final int SLOTS = 1 << SLOT_BITS;
  private static final Object SCHEDULED = new Object();

  @Shared(
      writers = "threads that begin or end a transaction",
      readers = "the same",
      access = "compare-and-set; a slot leaves the state SCHEDULED only under Admission.lock")
  private final AtomicReferenceArray<Object> slots = new AtomicReferenceArray<>(SLOTS);

  /** The number of tickets that mark each slot. */
  @Shared(
      writers = "the thread that holds Admission.lock",
      readers = "the same",
      access = "guarded by Admission.lock")
  private final int[] marks = new int[SLOTS];

  private final Consumer<AdmittedTicket> mover;

  /**
   * Creates free slots.
   *
   * @param mover puts a running ticket into the schedule; called under the admission's lock
   */
  RowClaims(Consumer<AdmittedTicket> mover) {
    this.mover = mover;
  }

  private static int slot(long row) {
    return (int) ((row * 0x9E3779B97F4A7C15L) >>> (64 - SLOT_BITS));
  }

  /**
   * Takes the rows of a ticket if all of them are free. The ticket's thread calls this method,
   * without the lock.
   */
  boolean take(AdmittedTicket ticket) {
    if (!ticket.onlyReads()) {
      if (!takeAll(ticket, ticket.writtenRows()) || !takeAll(ticket, ticket.readRows())) {
        free(ticket);
        return false;
      }
    }
    if (ticket.hold.compareAndSet(Hold.TAKING, Hold.TAKEN)) {
      return true;
    }
    free(ticket);
    return false;
  }

  private boolean takeAll(AdmittedTicket ticket, long[] rows) {
    for (long row : rows) {
      if (!takeSlot(ticket, slot(row))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Takes a further row for a ticket that runs without the lock.
   *
   * @return false if the row is not free, or if another thread has moved the ticket to the schedule
   */
  boolean takeLater(AdmittedTicket ticket, RowUse row) {
    if (ticket.hold.get() != Hold.TAKEN) {
      return false;
    }
    ticket.addLater(row);
    return takeSlot(ticket, slot(row.fingerprint())) && ticket.hold.get() == Hold.TAKEN;
  }

  private boolean takeSlot(AdmittedTicket ticket, int slot) {
    Object user = slots.get(slot);
    return user == ticket || (user == null && slots.compareAndSet(slot, null, ticket));
  }

  /**
   * Ends a ticket that runs without the lock.
   *
   * @return false if the ticket does not run without the lock, for example because another thread
   *     has moved it to the schedule
   */
  boolean end(AdmittedTicket ticket) {
    if (!ticket.hold.compareAndSet(Hold.TAKEN, Hold.ENDED)) {
      return false;
    }
    free(ticket);
    return true;
  }

  /** Frees the slots that still belong to a ticket. */
  void free(AdmittedTicket ticket) {
    for (long row : ticket.writtenRows()) {
      slots.compareAndSet(slot(row), ticket, null);
    }
    for (long row : ticket.readRows()) {
      slots.compareAndSet(slot(row), ticket, null);
    }
    for (RowUse row : ticket.laterRows()) {
      slots.compareAndSet(slot(row.fingerprint()), ticket, null);
    }
  }

  /** Moves a running ticket to the schedule. The caller holds the lock. */
  void move(AdmittedTicket ticket) {
    if (ticket.hold.compareAndSet(Hold.TAKEN, Hold.SCHEDULED)) {
      mover.accept(ticket);
      mark(ticket);
      for (RowUse row : ticket.laterRows()) {
        mark(ticket, row.fingerprint());
      }
    }
  }

  /** Marks the rows of a ticket in the schedule. The caller holds the lock. */
  void mark(AdmittedTicket ticket) {
    if (!ticket.onlyReads()) {
      for (long row : ticket.writtenRows()) {
        mark(ticket, row);
      }
      for (long row : ticket.readRows()) {
        mark(ticket, row);
      }
    }
  }

  /** Marks a row of a ticket in the schedule. The caller holds the lock. */
  void mark(AdmittedTicket ticket, long row) {
    int slot = slot(row);
    if (ticket.marked.contains(slot)) {
      return;
    }
    Object user = slots.get(slot);
    while (user != SCHEDULED && !slots.compareAndSet(slot, user, SCHEDULED)) {
      user = slots.get(slot);
    }
    marks[slot]++;
    ticket.marked.add(slot);
    if (user instanceof AdmittedTicket other && other != ticket) {
      // If the other ticket is still taking its rows, the thread of the other ticket sees the new
      // state and puts that ticket into the schedule.
      if (!other.hold.compareAndSet(Hold.TAKING, Hold.SCHEDULED)) {
        move(other);
      }
    }
  }

  /** Removes the marks of a ticket that has left the schedule. The caller holds the lock. */
  void unmark(AdmittedTicket ticket) {
    for (int slot : ticket.marked) {
      if (--marks[slot] == 0) {
        slots.set(slot, null);
      }
    }
    ticket.marked.clear();
  }
}
