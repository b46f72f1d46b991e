package dev.yardmaster.jdbc.schedule;

import dev.yardmaster.jdbc.schedule.Ticket.State;
import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.Policy;
import dev.yardmaster.reorder.ReorderConfig;
import dev.yardmaster.reorder.batch.Reorderer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Orders transactions in batches and decides which transaction may start next. The package's
 * documentation describes the rules. {@link RowTable} contains the state of the rows.
 *
 * <p>The owner of a schedule calls {@link #arrive} for a new ticket, {@link #next} until no ticket
 * may start, and {@link #end} for every ticket that {@link #next} returned. This class is not
 * thread-safe. The time of a call is proportional to the number of rows of the tickets that it
 * moves. {@link #next} may also order a batch.
 */
public final class Schedule {

  /**
   * The maximum number of times that a ticket is held over to a later batch. After that, the ticket
   * enters the queues of its rows.
   */
  static final int MAX_HELD_OVER = 16;

  /**
   * The maximum number of parked tickets of a row that {@link #join} examines. Tickets behind them
   * can join after some of the examined tickets have left.
   */
  static final int MAX_CANDIDATES = 16;

  /**
   * The weight that a ticket gets for each ticket that waits behind it. In addition, the weight of
   * a ready ticket grows by 1 each time that another ticket starts before it.
   */
  private static final int WEIGHT_OF_PRESSURE = 4;

  private final ScheduleConfig config;
  private final RowTable rows = new RowTable();
  private final ArrayDeque<Ticket> waiting = new ArrayDeque<>();
  private final ArrayList<Ticket> ready = new ArrayList<>();
  private final ArrayList<Ticket> batch = new ArrayList<>();
  private final ArrayList<Ticket> released = new ArrayList<>();
  private final ArrayList<RowQueue> withMoreParked = new ArrayList<>();
  private final AccessSets accesses = new AccessSets();
  private final Reorderer reorderer = new Reorderer(ReorderConfig.DEFAULT.withPolicy(Policy.RDEG));
  private int queued;
  private int running;

  /** The number of running tickets that joined a group. */
  private int joined;

  private boolean rowBecameFree;
  private long batches;
  private long ordered;
  private long heldOver;

  /** Creates a schedule without tickets. */
  public Schedule(ScheduleConfig config) {
    this.config = config;
  }

  /**
   * Adds a new ticket.
   *
   * @return false if the queue of the schedule, or the queue of one of the ticket's rows, is full;
   *     the ticket is then not added
   */
  public boolean arrive(Ticket ticket) {
    if (ticket.state != State.OUT) {
      throw new IllegalStateException("the ticket has arrived before: it is " + ticket.state);
    }
    if (queued == config.maxQueued() || rows.hasFull(ticket, config.maxQueuedPerRow())) {
      return false;
    }
    queued++;
    rows.countQueued(ticket, 1);
    ticket.state = State.WAITING;
    waiting.add(ticket);
    return true;
  }

  /** Starts the next ticket and returns it. Returns null if no ticket may start. */
  public Ticket next() {
    if (!hasConnection()) {
      return null;
    }
    if (waiting.isEmpty()) {
      // The tickets for which parked tickets wait may have been withdrawn.
      releaseTheRest();
    }
    while (isBatchDue()) {
      orderBatch();
    }
    if (ready.isEmpty()) {
      return null;
    }
    return started(takeMostPressing());
  }

  private Ticket started(Ticket ticket) {
    ticket.state = State.RUNNING;
    rows.started(ticket);
    queued--;
    rows.countQueued(ticket, -1);
    running++;
    return ticket;
  }

  /**
   * Starts a ticket that has not arrived, or was withdrawn, even if running tickets use its rows.
   * After this call, other tickets wait for its rows.
   */
  public void startAtOnce(Ticket ticket) {
    if (ticket.state != State.OUT) {
      throw new IllegalStateException("the ticket has arrived: it is " + ticket.state);
    }
    ticket.state = State.RUNNING;
    running++;
    rows.useAtOnce(ticket);
  }

  /** Removes a running ticket and releases its rows. */
  public void end(Ticket ticket) {
    if (ticket.state != State.RUNNING) {
      throw new IllegalStateException("the ticket does not run: it is " + ticket.state);
    }
    running--;
    rows.ended(ticket);
    if (ticket.isJoined) {
      ticket.isJoined = false;
      joined--;
    }
    leave(ticket);
  }

  /**
   * Removes a ticket that was not started.
   *
   * @return false if the ticket runs, or is not in the schedule
   */
  public boolean withdraw(Ticket ticket) {
    switch (ticket.state) {
      case WAITING -> waiting.remove(ticket);
      case PARKED -> {
        ticket.parkedAt.unpark(ticket);
        rows.dropIfUnused(ticket.parkedAt);
      }
      case READY -> ready.remove(ticket);
      case ENTERED -> {}
      case OUT, RUNNING -> {
        return false;
      }
    }
    queued--;
    rows.countQueued(ticket, -1);
    leave(ticket);
    return true;
  }

  /**
   * Adds a row to a running ticket. The ticket does not wait for the row, but after this call other
   * tickets that use the row wait for the ticket's end.
   */
  public void alsoUses(Ticket ticket, long row, boolean writes) {
    rows.alsoUses(ticket, row, writes);
  }

  /**
   * Returns whether a queued ticket uses a row that the given ticket writes. Queued tickets that
   * only read do not count, because they wait for no row.
   */
  public boolean hasFollower(Ticket ticket) {
    return rows.hasFollower(ticket);
  }

  /**
   * Starts a ticket that is parked at a row that the group's last ticket writes. The ticket joins
   * the group: it runs in the group's database transaction, and so does not count towards the
   * maximum number of running tickets. The ticket must not wait for any ticket outside of the
   * group. In addition, no ticket that conflicts with this ticket may have ended since the group
   * began: the group's snapshot is older, so the database might abort the group. For each row, this
   * method examines only the first {@value #MAX_CANDIDATES} tickets that are parked there.
   *
   * @param group the running tickets of one database transaction, in the order of their starts
   * @param mayJoin returns whether a ticket may use the group's connection
   * @return null if there is no such ticket
   */
  public Ticket join(List<? extends Ticket> group, Predicate<Ticket> mayJoin) {
    Ticket last = group.get(group.size() - 1);
    while (isBatchDue()) {
      orderBatch();
    }
    for (long row : last.writes) {
      RowQueue queue = rows.get(row);
      int candidates = 0;
      for (Ticket next : queue == null ? List.<Ticket>of() : queue.parked) {
        if (++candidates > MAX_CANDIDATES) {
          break;
        }
        if (mayJoin.test(next) && rows.areFreeFor(group, next)) {
          queue.unpark(next);
          next.parkedAt = null;
          next.state = State.OUT;
          queued--;
          rows.countQueued(next, -1);
          startAtOnce(next);
          return joined(next);
        }
      }
    }
    return null;
  }

  /**
   * Starts a ticket that is ready. The ticket joins a group that has not begun its database
   * transaction, and so does not count towards the maximum number of running tickets. Tickets that
   * only read do not enter the queues of rows, so they do not join tickets that write: the database
   * might then abort the group.
   *
   * @param first the first ticket of the group
   * @param mayJoin returns whether a ticket may use the group's connection
   * @return null if there is no such ticket
   */
  public Ticket joinReady(Ticket first, Predicate<Ticket> mayJoin) {
    for (int i = 0; i < ready.size(); i++) {
      Ticket next = ready.get(i);
      if (next.onlyReads() == first.onlyReads() && mayJoin.test(next)) {
        ready.remove(i);
        return joined(started(next));
      }
    }
    return null;
  }

  private Ticket joined(Ticket ticket) {
    ticket.isJoined = true;
    joined++;
    return ticket;
  }

  /** Returns the running tickets that delay a ticket, each at least once. */
  public List<Ticket> delaying(Ticket ticket) {
    return rows.delaying(ticket);
  }

  private boolean hasConnection() {
    return running - joined < config.maxRunning();
  }

  /** Returns whether {@link #next} may return another ticket. */
  public boolean mayHaveMore() {
    return hasConnection() && (!ready.isEmpty() || !waiting.isEmpty());
  }

  /** Returns the number of tickets that have arrived and were not started. */
  public int queued() {
    return queued;
  }

  /** Returns the number of running tickets. */
  public int running() {
    return running;
  }

  /** Returns the number of ordered batches. Each ordered batch has at least one ticket. */
  public long batches() {
    return batches;
  }

  /**
   * Returns the total number of tickets in the ordered batches. A ticket that was held over counts
   * in each of its batches.
   */
  public long ordered() {
    return ordered;
  }

  /**
   * Returns how often a ticket was held over to a later batch, as a victim or because a row was in
   * use.
   */
  public long heldOver() {
    return heldOver;
  }

  /**
   * Returns the number of rows for which the schedule keeps state. A ticket in the schedule uses
   * each of these rows.
   */
  int knownRows() {
    return rows.size();
  }

  private boolean isBatchDue() {
    if (waiting.isEmpty()) {
      return false;
    }
    boolean closes = rowBecameFree || waiting.size() >= config.batchSize();
    return ready.isEmpty() || (closes && ready.size() < config.batchSize());
  }

  private void orderBatch() {
    rowBecameFree = false;
    batch.clear();
    accesses.clear();
    while (batch.size() < config.batchSize() && !waiting.isEmpty()) {
      Ticket ticket = waiting.poll();
      RowQueue wall = rows.blockedAt(ticket);
      if (ticket.onlyReads() || ticket.heldOver >= MAX_HELD_OVER) {
        enter(ticket);
      } else if (wall != null) {
        park(ticket, wall);
      } else {
        batch.add(ticket);
        accesses.begin(ticket.heldOver, 1);
        accesses.reads(ticket.reads, ticket.reads.length);
        // An update reads its row, and two updates of one row cannot run at the same time.
        accesses.reads(ticket.writes, ticket.writes.length);
        accesses.writes(ticket.writes, ticket.writes.length);
      }
    }
    if (!batch.isEmpty()) {
      batches++;
      ordered += batch.size();
      reorderer.reorder(accesses);
      for (int i = 0; i < reorderer.survivors(); i++) {
        enter(batch.get(reorderer.survivor(i)));
      }
      for (int i = 0; i < reorderer.victims(); i++) {
        holdOver(batch.get(reorderer.victim(i)));
      }
    }
    releaseTheRest();
  }

  private void holdOver(Ticket victim) {
    RowQueue wall = rows.blockedAt(victim);
    if (wall == null) {
      enter(victim);
    } else {
      park(victim, wall);
    }
  }

  private void park(Ticket ticket, RowQueue wall) {
    ticket.heldOver++;
    heldOver++;
    ticket.state = State.PARKED;
    ticket.parkedAt = wall;
    wall.park(ticket);
  }

  private void enter(Ticket ticket) {
    ticket.state = State.ENTERED;
    rows.enter(ticket);
    if (ticket.missing == 0) {
      makeReady(ticket);
    }
  }

  private void makeReady(Ticket ticket) {
    ticket.state = State.READY;
    ready.add(ticket);
  }

  private Ticket takeMostPressing() {
    int best = 0;
    int most = -1;
    for (int i = 0; i < ready.size(); i++) {
      Ticket ticket = ready.get(i);
      int pressure = ticket.passedOver++;
      for (RowUseAt use : ticket.uses) {
        pressure += WEIGHT_OF_PRESSURE * use.queue.others();
      }
      if (pressure > most) {
        most = pressure;
        best = i;
      }
    }
    return ready.remove(best);
  }

  private void leave(Ticket ticket) {
    ticket.state = State.OUT;
    RowUseAt[] uses = ticket.uses;
    ticket.uses = Ticket.NO_USES;
    for (RowUseAt use : uses) {
      use.queue.remove(use);
      grant(use.queue);
      if (use.queue.uses.isEmpty()) {
        release(use.queue);
      }
    }
  }

  private void grant(RowQueue queue) {
    boolean writerBefore = false;
    for (int i = 0; i < queue.uses.size() && !writerBefore; i++) {
      RowUseAt use = queue.uses.get(i);
      if (!use.granted) {
        if (use.writes && i > 0) {
          return;
        }
        use.granted = true;
        if (--use.ticket.missing == 0) {
          makeReady(use.ticket);
        }
      }
      writerBefore = use.writes;
    }
  }

  /**
   * Moves the tickets that were parked at a row, which is now free, in front of all waiting
   * tickets.
   */
  private void release(RowQueue queue) {
    released.clear();
    while (released.size() < config.batchSize() && !queue.parked.isEmpty()) {
      Ticket ticket = queue.parked.peek();
      queue.unpark(ticket);
      ticket.state = State.WAITING;
      ticket.parkedAt = null;
      released.add(ticket);
    }
    for (int i = released.size() - 1; i >= 0; i--) {
      waiting.addFirst(released.get(i));
    }
    rowBecameFree |= !released.isEmpty();
    if (!queue.parked.isEmpty()) {
      withMoreParked.add(queue);
    }
    rows.dropIfUnused(queue);
  }

  /**
   * Releases the remaining tickets that are parked at unused rows. These tickets wait for no use,
   * so no end of a use would release them.
   */
  private void releaseTheRest() {
    for (int i = withMoreParked.size() - 1; i >= 0; i--) {
      RowQueue queue = withMoreParked.remove(i);
      if (queue.uses.isEmpty() && !queue.parked.isEmpty()) {
        release(queue);
      }
    }
  }
}
