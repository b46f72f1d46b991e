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
import org.agrona.collections.Long2LongCounterMap;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * Orders transactions in batches and decides which transaction may start next. The package's
 * documentation describes the rules. The class is long because it is one state machine, whose parts
 * share all of its state.
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
   * The maximum number of parked tickets of a row that {@link #join} examines. Further tickets can
   * join after these have left.
   */
  static final int MAX_CANDIDATES = 16;

  /**
   * The weight that a ticket gets for each ticket that waits behind it. In addition, a ticket gets
   * the weight 1 each time that another ticket starts before it.
   */
  private static final int WEIGHT_OF_PRESSURE = 4;

  private final ScheduleConfig config;
  private final Long2ObjectHashMap<RowQueue> rows = new Long2ObjectHashMap<>();
  private final Long2LongCounterMap queuedByRow = new Long2LongCounterMap(0);
  private final ArrayDeque<Ticket> waiting = new ArrayDeque<>();
  private final ArrayList<Ticket> ready = new ArrayList<>();
  private final ArrayList<Ticket> batch = new ArrayList<>();
  private final ArrayList<Ticket> released = new ArrayList<>();
  private final ArrayList<RowQueue> withMoreParked = new ArrayList<>();
  private final RowEnds ends = new RowEnds();
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
    if (queued == config.maxQueued() || hasFullRow(ticket)) {
      return false;
    }
    queued++;
    countQueued(ticket, 1);
    ticket.state = State.WAITING;
    waiting.add(ticket);
    return true;
  }

  private boolean hasFullRow(Ticket ticket) {
    return !ticket.onlyReads() && (isFull(ticket.writes) || isFull(ticket.reads));
  }

  private boolean isFull(long[] of) {
    for (long row : of) {
      if (queuedByRow.get(row) >= config.maxQueuedPerRow()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Changes the number of queued tickets of each row. A ticket that only reads waits for no row, so
   * it is not counted.
   */
  private void countQueued(Ticket ticket, int change) {
    if (!ticket.onlyReads()) {
      for (long row : ticket.writes) {
        queuedByRow.getAndAdd(row, change);
      }
      for (long row : ticket.reads) {
        queuedByRow.getAndAdd(row, change);
      }
    }
  }

  /** Starts the next ticket and returns it. Returns null if no ticket may start. */
  public Ticket next() {
    if (!hasConnection()) {
      return null;
    }
    if (waiting.isEmpty()) {
      // The tickets for which the parked tickets wait may have been withdrawn since.
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
    ticket.startedAt = ends.now();
    queued--;
    countQueued(ticket, -1);
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
    if (!ticket.onlyReads()) {
      for (long row : ticket.writes) {
        alsoUses(ticket, row, true);
      }
      for (long row : ticket.reads) {
        alsoUses(ticket, row, false);
      }
    }
  }

  /** Removes a running ticket and releases its rows. */
  public void end(Ticket ticket) {
    if (ticket.state != State.RUNNING) {
      throw new IllegalStateException("the ticket does not run: it is " + ticket.state);
    }
    running--;
    ends.record(ticket);
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
        dropIfUnused(ticket.parkedAt);
      }
      case READY -> ready.remove(ticket);
      case ENTERED -> {}
      case OUT, RUNNING -> {
        return false;
      }
    }
    queued--;
    countQueued(ticket, -1);
    leave(ticket);
    return true;
  }

  /**
   * Adds a row to a running ticket. The ticket does not wait for the row, but after this call other
   * tickets that use the row wait for the ticket's end.
   */
  public void alsoUses(Ticket ticket, long row, boolean writes) {
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

  /**
   * Returns whether a queued ticket uses a row that the given ticket writes. Queued tickets that
   * only read do not count, because they wait for no row.
   */
  public boolean hasFollower(Ticket ticket) {
    for (long row : ticket.writes) {
      if (queuedByRow.get(row) > 0) {
        return true;
      }
    }
    return false;
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
        if (mayJoin.test(next)
            && isFreeFor(group, next.writes, true)
            && isFreeFor(group, next.reads, false)) {
          queue.unpark(next);
          next.parkedAt = null;
          next.state = State.OUT;
          queued--;
          countQueued(next, -1);
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

  /** Returns whether only a group uses these rows, now and since the group began. */
  private boolean isFreeFor(List<? extends Ticket> group, long[] of, boolean writes) {
    for (long row : of) {
      if (ends.conflicts(row, writes, group.get(0).startedAt)) {
        return false;
      }
      RowQueue queue = rows.get(row);
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

  /** Returns the running tickets that delay a ticket, each at least once. */
  public List<Ticket> delaying(Ticket ticket) {
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
    RowQueue queue = rows.get(row);
    if (queue != null) {
      for (RowUseAt use : queue.uses) {
        if (use.ticket.state == State.RUNNING) {
          found.add(use.ticket);
        }
      }
    }
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
    return rows.size() + queuedByRow.size();
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
      RowQueue wall = blockedAt(ticket);
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
    RowQueue wall = blockedAt(victim);
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

  private RowQueue blockedAt(Ticket ticket) {
    if (ticket.onlyReads()) {
      return null;
    }
    RowQueue wall = blockedAt(ticket.writes, true);
    return wall != null ? wall : blockedAt(ticket.reads, false);
  }

  private RowQueue blockedAt(long[] of, boolean writes) {
    for (long row : of) {
      RowQueue queue = rows.get(row);
      if (queue != null && queue.blocks(writes)) {
        return queue;
      }
    }
    return null;
  }

  private void enter(Ticket ticket) {
    ticket.state = State.ENTERED;
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
    if (ticket.missing == 0) {
      makeReady(ticket);
    }
  }

  private RowUseAt use(Ticket ticket, long row, boolean writes) {
    RowUseAt use = new RowUseAt(ticket, queue(row), writes);
    use.queue.append(use);
    ticket.missing += use.granted ? 0 : 1;
    return use;
  }

  private RowQueue queue(long row) {
    RowQueue queue = rows.get(row);
    if (queue == null) {
      queue = new RowQueue(row);
      rows.put(row, queue);
    }
    return queue;
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
    dropIfUnused(queue);
  }

  /**
   * Releases the remaining tickets that are parked at unused rows. No end of a use would release
   * these tickets.
   */
  private void releaseTheRest() {
    for (int i = withMoreParked.size() - 1; i >= 0; i--) {
      RowQueue queue = withMoreParked.remove(i);
      if (queue.uses.isEmpty() && !queue.parked.isEmpty()) {
        release(queue);
      }
    }
  }

  private void dropIfUnused(RowQueue queue) {
    if (queue.isUnused()) {
      rows.remove(queue.row);
    }
  }
}
