package dev.yardmaster.jdbc.schedule;

/** The position of one ticket in the queue of one row. */
final class RowUseAt {
  final Ticket ticket;
  final RowQueue queue;
  final boolean writes;
  boolean granted;

  RowUseAt(Ticket ticket, RowQueue queue, boolean writes) {
    this.ticket = ticket;
    this.queue = queue;
    this.writes = writes;
  }
}
