package dev.yardmaster.proof.simulator;

import dev.yardmaster.proof.simulator.schedule.Scheduler;
import dev.yardmaster.proof.simulator.schedule.Task;
import dev.yardmaster.replication.LogStatus;
import dev.yardmaster.replication.Member;
import dev.yardmaster.replication.NotLeaderException;
import dev.yardmaster.replication.Replica;
import dev.yardmaster.replication.ReplicatedLog;
import dev.yardmaster.replication.UnknownOutcomeException;
import dev.yardmaster.storage.log.format.ReplicatedGroup;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * A replicated log in memory, without the messages between its members. The simulation chooses the
 * leaders, and decides how many of the last uncommitted entries of a replaced leader survive. As a
 * task of the schedule, the log commits entries and confirms reads some time after their arrival.
 *
 * <p>Each {@link Node} has a {@link ReplicaThread}. This thread calls the node's replica, in the
 * order of the log. The result of an election is also such a call, so a node learns the result only
 * when its thread reaches this call. Until then, a replaced leader takes entries that are never
 * committed and reads that are never confirmed.
 */
final class SimulatedLog extends Task {

  /** The longest time that the round of messages for an entry or a read takes, in ns. */
  private static final int MAX_ROUND_NS = 30_000;

  /** The longest pause of a member after it has begun to lead, in ns. */
  private static final int MAX_PAUSE_NS = 600_000;

  /** The value in place of the term for a read that any leader may confirm. */
  private static final long ANY_TERM = -1;

  private record Pending(
      long term, Node node, ByteBuffer bytes, CompletableFuture<Long> appended, long dueNs) {}

  private record Entry(
      long index, long term, Node node, ByteBuffer bytes, CompletableFuture<Long> appended) {}

  private record Read(Node node, long term, CompletableFuture<Long> confirmed, long dueNs) {}

  private final Scheduler scheduler;
  private final int failingPermille;
  private final List<Node> nodes = new ArrayList<>();
  private final List<Entry> committed = new ArrayList<>();
  private final List<Pending> pending = new ArrayList<>();
  private final List<Read> reads = new ArrayList<>();
  private final Map<Long, Set<Long>> versionsByTerm = new HashMap<>();
  private long lastVersion;
  private long lastIndex;
  private Node leader;
  private long term;
  private boolean held;
  private boolean calm;

  /**
   * Creates a log without members.
   *
   * @param failingPermille probability that an append fails although its leader still leads, in
   *     thousandths
   */
  SimulatedLog(Scheduler scheduler, int failingPermille) {
    super("replicated-log");
    this.scheduler = scheduler;
    this.failingPermille = failingPermille;
  }

  /** Returns the node that leads, or null. */
  Node leader() {
    return leader;
  }

  /** Returns the number of entries that are not committed. */
  int tail() {
    return pending.size();
  }

  /** Commits no more entries until the next election. */
  void hold() {
    held = true;
  }

  boolean isHeld() {
    return held;
  }

  /** From now on, no append fails while its leader leads. */
  void calm() {
    calm = true;
  }

  /** Returns the commit versions of a term's valid groups (the groups that count). */
  Set<Long> versions(long ofTerm) {
    return versionsByTerm.computeIfAbsent(ofTerm, first -> new HashSet<>());
  }

  /**
   * Makes a node lead in a new term. The previous leader learns later that it no longer leads.
   *
   * @param survivors the number of uncommitted entries that survive, the oldest first
   */
  void elect(Node next, int survivors) {
    List<Pending> kept = List.copyOf(pending.subList(0, survivors));
    List<Pending> lost = List.copyOf(pending.subList(survivors, pending.size()));
    pending.clear();
    resign(lost);
    leader = next;
    term += 1 + scheduler.random().nextInt(3);
    kept.forEach(this::commit);
    next.startLeading(term);
  }

  /** Ends the present leadership, so that no node leads. */
  void resign() {
    resign(List.of());
  }

  private void resign(List<Pending> lost) {
    if (leader != null) {
      leader.stopLeading(term, lost);
    }
    leader = null;
    held = false;
  }

  /** Removes a node, with all its pending reads. */
  void crash(Node node) {
    nodes.remove(node);
    reads.removeIf(read -> read.node == node);
    if (leader == node) {
      leader = null;
    }
  }

  @Override
  public boolean step() {
    boolean worked = !held && leader != null && isDue(pending.isEmpty() ? null : pending.get(0));
    if (worked) {
      commit(pending.remove(0));
    }
    for (Iterator<Read> each = reads.iterator(); each.hasNext(); ) {
      Read read = each.next();
      if (read.dueNs <= scheduler.now()) {
        each.remove();
        read.node.hadRound(read);
        worked = true;
      }
    }
    return worked;
  }

  private boolean isDue(Pending first) {
    return first != null && first.dueNs <= scheduler.now();
  }

  @Override
  public long nextDueNs() {
    long next = pending.isEmpty() || held || leader == null ? Long.MAX_VALUE : pending.get(0).dueNs;
    for (Read read : reads) {
      next = Math.min(next, read.dueNs);
    }
    return next;
  }

  private void commit(Pending next) {
    lastIndex += 1 + scheduler.random().nextInt(2);
    ByteBuffer copy =
        ByteBuffer.allocate(next.bytes.remaining()).put(next.bytes.duplicate()).flip();
    Entry entry =
        new Entry(lastIndex, next.term, next.node, copy.asReadOnlyBuffer(), next.appended);
    committed.add(entry);
    ReplicatedGroup.Header header = ReplicatedGroup.header(copy);
    if (header.term() == entry.term && header.previousVersion() == lastVersion) {
      lastVersion = header.lastVersion();
      Set<Long> versions = versions(entry.term);
      ReplicatedGroup.read(copy, (write, version) -> versions.add(version));
    }
    nodes.forEach(node -> node.apply(entry));
  }

  private long roundNs() {
    return scheduler.now() + scheduler.random().nextInt(MAX_ROUND_NS);
  }

  /** A member, from its start to its end. */
  final class Node implements ReplicatedLog {

    private final Replica replica;
    private final boolean startsEarly;
    private final ReplicaThread thread;

    /** The futures that will fail when this replaced leader learns of its replacement. */
    private final List<CompletableFuture<Long>> stranded = new ArrayList<>();

    private long leadingTerm;
    private int applied;

    /**
     * Starts a member.
     *
     * @param startsEarly whether the replica has the bug that it leads before it has applied all
     *     earlier entries
     */
    Node(String name, Replica replica, boolean startsEarly) {
      this.replica = replica;
      this.startsEarly = startsEarly;
      thread = new ReplicaThread(name, scheduler);
      nodes.add(this);
    }

    /** Applies the log from its beginning. */
    void begin() {
      committed.forEach(this::apply);
    }

    /**
     * Applies the log after a snapshot.
     *
     * @param entries the number of entries that the snapshot has applied
     * @param load loads the snapshot
     */
    void begin(int entries, ReplicaThread.Call load) {
      thread.add(
          () -> {
            load.run();
            applied = entries;
          });
      committed.subList(entries, committed.size()).forEach(this::apply);
    }

    /** Returns the thread that makes the calls of the replica. */
    ReplicaThread thread() {
      return thread;
    }

    /** Returns the number of entries that the replica has applied. */
    int applied() {
      return applied;
    }

    private void apply(Entry entry) {
      thread.addEntry(
          () -> {
            replica.apply(entry.index, entry.term, entry.bytes.duplicate());
            applied++;
            if (entry.node == this && leadingTerm == entry.term) {
              entry.appended.complete(entry.index);
            }
          });
    }

    private void startLeading(long newTerm) {
      ReplicaThread.Call starting =
          () -> {
            replica.startLeading(newTerm);
            leadingTerm = newTerm;
            if (startsEarly || scheduler.random().nextBoolean()) {
              thread.delay(MAX_PAUSE_NS);
            }
          };
      if (startsEarly) {
        thread.addBeforeLastEntries(starting);
      } else {
        thread.add(starting);
      }
    }

    private void stopLeading(long oldTerm, List<Pending> lost) {
      lost.forEach(entry -> stranded.add(entry.appended));
      thread.add(
          () -> {
            leadingTerm = 0;
            replica.stopLeading(oldTerm);
            List<CompletableFuture<Long>> ended = List.copyOf(stranded);
            stranded.clear();
            ended.forEach(Node::fail);
          });
    }

    private static void fail(CompletableFuture<Long> future) {
      future.completeExceptionally(new UnknownOutcomeException("the member does not lead"));
    }

    private boolean leads(long inTerm) {
      return leader == this && term == inTerm;
    }

    @Override
    public CompletableFuture<Long> append(long inTerm, ByteBuffer bytes) {
      scheduler.switchPoint();
      CompletableFuture<Long> appended = new CompletableFuture<>();
      if (leadingTerm != inTerm) {
        return notLeading();
      }
      if (!leads(inTerm)) {
        stranded.add(appended);
        return appended;
      }
      boolean fails = !calm && scheduler.random().nextInt(1000) < failingPermille;
      if (fails) {
        thread.add(() -> fail(appended));
      }
      if (!fails || scheduler.random().nextBoolean()) {
        long dueNs = roundNs();
        pending.add(new Pending(inTerm, this, bytes.duplicate(), appended, dueNs));
      }
      return appended;
    }

    private static CompletableFuture<Long> notLeading() {
      return CompletableFuture.failedFuture(
          new NotLeaderException("the member does not lead", Optional.empty()));
    }

    @Override
    public CompletableFuture<Long> confirmRead() {
      scheduler.switchPoint();
      if (leadingTerm == 0) {
        return notLeading();
      }
      CompletableFuture<Long> confirmed = new CompletableFuture<>();
      reads.add(new Read(this, leadingTerm, confirmed, roundNs()));
      return confirmed;
    }

    /**
     * The leader at the end of the round of messages answers. Before the future completes, this
     * node applies everything that is committed by the end of the round.
     */
    @Override
    public CompletableFuture<Long> readIndex() {
      scheduler.switchPoint();
      CompletableFuture<Long> read = new CompletableFuture<>();
      reads.add(new Read(this, ANY_TERM, read, roundNs()));
      return read;
    }

    private void hadRound(Read read) {
      if (read.term == ANY_TERM) {
        thread.add(leader == null ? () -> fail(read.confirmed) : () -> read.confirmed.complete(0L));
      } else if (leads(read.term)) {
        thread.add(() -> read.confirmed.complete((long) applied));
      } else if (leadingTerm == read.term) {
        stranded.add(read.confirmed);
      } else {
        fail(read.confirmed);
      }
    }

    @Override
    public CompletableFuture<Void> transferLeadership(String member) {
      throw new UnsupportedOperationException("the simulation elects leaders");
    }

    @Override
    public CompletableFuture<Void> changeMembers(Collection<Member> members) {
      throw new UnsupportedOperationException("the members are fixed");
    }

    @Override
    public CompletableFuture<Void> recoverAlone() {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<Long> snapshot() {
      throw new UnsupportedOperationException("the simulation takes snapshots");
    }

    @Override
    public LogStatus status() {
      throw new UnsupportedOperationException("nobody asks for the status");
    }

    @Override
    public void close() {
      throw new UnsupportedOperationException("the simulation ends members");
    }
  }
}
