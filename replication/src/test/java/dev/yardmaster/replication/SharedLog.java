package dev.yardmaster.replication;

import static java.util.Comparator.comparingLong;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A log in memory. The test chooses the leaders, and which entries of a lost leader survive. Each
 * member has its own thread, which applies the entries.
 */
public final class SharedLog implements ReplicatedLog.Engine, AutoCloseable {

  private record Entry(long index, long term, ByteBuffer bytes, CompletableFuture<Long> appended) {}

  /** A complete snapshot. */
  private record Snapshot(String of, Path folder, long index) {}

  private final Map<String, Node> nodes = new LinkedHashMap<>();
  private final List<Path> folders = new ArrayList<>();
  private final List<Snapshot> snapshots = new ArrayList<>();
  private final List<Entry> committed = new ArrayList<>();
  private final List<Entry> pending = new ArrayList<>();
  private boolean held;
  private boolean refused;
  private boolean silent;
  private String leader = "";
  private long term;
  private long lastIndex;

  /** Starts a member from the last snapshot that any member has taken. */
  @Override
  public synchronized ReplicatedLog start(MemberSettings settings, Replica replica) {
    Node node = new Node(settings.self(), replica);
    nodes.put(settings.self().name(), node);
    Snapshot from = snapshots.stream().max(comparingLong(Snapshot::index)).orElse(null);
    if (from != null) {
      node.run(
          () -> {
            replica.load(from.folder());
            node.applied = from.index();
          });
    }
    committed.stream()
        .filter(entry -> from == null || entry.index() > from.index())
        .forEach(node::apply);
    return node;
  }

  private synchronized Path newFolder() throws IOException {
    Path folder = Files.createTempDirectory("snapshot");
    folders.add(folder);
    return folder;
  }

  private synchronized void saved(Snapshot snapshot) {
    snapshots.add(snapshot);
  }

  /** Returns the number of complete snapshots that a member has taken. */
  public synchronized long snapshots(String name) {
    return snapshots.stream().filter(snapshot -> snapshot.of().equals(name)).count();
  }

  /**
   * Makes a member the leader of a new term.
   *
   * @param survivors how many of the uncommitted entries survive; the oldest entries survive first
   */
  public void elect(String name, int survivors) {
    synchronized (this) {
      List<Entry> kept = List.copyOf(pending.subList(0, survivors));
      List<Entry> lost = List.copyOf(pending.subList(survivors, pending.size()));
      pending.clear();
      Node before = nodes.get(leader);
      long oldTerm = term;
      leader = name;
      term++;
      held = false;
      silent = false;
      long newTerm = term;
      if (before != null) {
        before.run(() -> before.stopLeading(oldTerm, lost));
      }
      kept.forEach(this::commit);
      Node next = nodes.get(name);
      next.run(
          () -> {
            next.replica.startLeading(newTerm);
            next.leadingTerm = newTerm;
          });
    }
  }

  /** From now on, appended entries stay uncommitted until the next election. */
  public synchronized void hold() {
    held = true;
  }

  /** From now on, no leader answers requests for a read index, until the next election. */
  public synchronized void silence() {
    silent = true;
  }

  /**
   * Makes the leader stop leading, and then lead again in the same term, as after a failed
   * transfer.
   */
  public synchronized void interrupt() {
    Node node = nodes.get(leader);
    long sameTerm = term;
    node.run(
        () -> {
          node.leadingTerm = 0;
          node.replica.stopLeading(sameTerm);
          node.leadingTerm = sameTerm;
          node.replica.startLeading(sameTerm);
        });
  }

  /** From now on, refuses the next appended entry, although it comes from the leader. */
  public synchronized void refuseNext() {
    refused = true;
  }

  /**
   * Returns the number of uncommitted entries.
   *
   * @throws AssertionError if a member has failed
   */
  public synchronized int pending() {
    for (Node node : nodes.values()) {
      if (node.failure != null) {
        throw new AssertionError("member " + node.self.name() + " failed", node.failure);
      }
    }
    return pending.size();
  }

  /**
   * Returns the number of reads that a member cannot confirm, because the member no longer leads.
   */
  public synchronized int unconfirmed(String name) {
    return nodes.get(name).unconfirmed.size();
  }

  /**
   * Blocks the thread that applies a member's entries. The returned action lets the thread
   * continue.
   */
  public Runnable pause(String name) throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    nodes
        .get(name)
        .run(
            () -> {
              begun.countDown();
              over.await();
            });
    begun.await();
    return over::countDown;
  }

  /** Waits until a member has executed all steps that were requested before this call. */
  public void settle(String name) throws InterruptedException, ExecutionException {
    nodes.get(name).thread.submit(() -> {}).get();
  }

  private void commit(Entry entry) {
    committed.add(entry);
    nodes.values().forEach(node -> node.apply(entry));
  }

  @Override
  public void close() {
    List.copyOf(nodes.values()).forEach(Node::close);
    for (Path folder : folders) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** A member of the log. */
  private final class Node implements ReplicatedLog {

    @FunctionalInterface
    private interface Step {
      void run() throws Exception;
    }

    private final Member self;
    private final Replica replica;
    private final ExecutorService thread;
    private final List<CompletableFuture<Long>> unconfirmed = new ArrayList<>();
    private volatile long leadingTerm;
    private volatile long applied;
    private volatile Throwable failure;
    private volatile boolean closed;

    Node(Member self, Replica replica) {
      this.self = self;
      this.replica = replica;
      thread = Executors.newSingleThreadExecutor(run -> new Thread(run, "apply-" + self.name()));
    }

    /** Runs a step on the member's thread. A closed member ignores the step. */
    void run(Step step) {
      synchronized (SharedLog.this) {
        if (closed) {
          return;
        }
        thread.execute(
            () -> {
              try {
                if (failure == null) {
                  step.run();
                }
              } catch (Exception e) {
                failure = e;
              }
            });
      }
    }

    void apply(Entry entry) {
      run(
          () -> {
            replica.apply(entry.index(), entry.term(), entry.bytes().asReadOnlyBuffer());
            applied = entry.index();
            if (leadingTerm == entry.term()) {
              entry.appended().complete(entry.index());
            }
          });
    }

    void stopLeading(long oldTerm, List<Entry> lost) {
      leadingTerm = 0;
      replica.stopLeading(oldTerm);
      synchronized (SharedLog.this) {
        unconfirmed.forEach(
            read -> read.completeExceptionally(new UnknownOutcomeException("lost its leader")));
        unconfirmed.clear();
      }
      for (Entry entry : lost) {
        entry.appended().completeExceptionally(new UnknownOutcomeException("lost its leader"));
      }
    }

    @Override
    public CompletableFuture<Long> append(long entryTerm, ByteBuffer bytes) {
      synchronized (SharedLog.this) {
        CompletableFuture<Long> appended = new CompletableFuture<>();
        if (closed || leadingTerm != entryTerm) {
          return CompletableFuture.failedFuture(
              new NotLeaderException("does not lead", Optional.empty()));
        }
        if (!leader.equals(self.name())) {
          return appended; // The member does not know yet that another member leads.
        }
        if (refused) {
          refused = false;
          return CompletableFuture.failedFuture(
              new NotLeaderException("is busy", Optional.of(leader)));
        }
        ByteBuffer copy = ByteBuffer.allocate(bytes.remaining()).put(bytes.duplicate()).flip();
        lastIndex++;
        Entry entry = new Entry(lastIndex, entryTerm, copy, appended);
        if (held) {
          pending.add(entry);
        } else {
          commit(entry);
        }
        return appended;
      }
    }

    @Override
    public CompletableFuture<Long> confirmRead() {
      synchronized (SharedLog.this) {
        CompletableFuture<Long> confirmed = new CompletableFuture<>();
        if (closed || leadingTerm == 0) {
          return CompletableFuture.failedFuture(
              new NotLeaderException("does not lead", Optional.empty()));
        }
        if (leader.equals(self.name())) {
          run(() -> confirmed.complete(applied));
        } else {
          unconfirmed.add(confirmed);
        }
        return confirmed;
      }
    }

    @Override
    public CompletableFuture<Long> readIndex() {
      synchronized (SharedLog.this) {
        CompletableFuture<Long> read = new CompletableFuture<>();
        if (closed || silent || leader.isEmpty()) {
          return CompletableFuture.failedFuture(
              new NotLeaderException("no leader answers", Optional.empty()));
        }
        run(() -> read.complete(applied)); // After everything that is committed now.
        return read;
      }
    }

    @Override
    public CompletableFuture<Void> transferLeadership(String member) {
      if (member.equals(self.name())) {
        throw new IllegalArgumentException(member + " leads already");
      }
      elect(member, pending());
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<Void> changeMembers(Collection<Member> members) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<Void> recoverAlone() {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<Long> snapshot() {
      CompletableFuture<Long> taken = new CompletableFuture<>();
      if (closed) {
        taken.completeExceptionally(new UnknownOutcomeException("the log is closed"));
      }
      run(
          () -> {
            try {
              Path folder = newFolder();
              Replica.Save rest = replica.save(folder);
              Snapshot snapshot = new Snapshot(self.name(), folder, applied);
              Thread thread = new Thread(() -> complete(rest, snapshot, taken), "save");
              thread.setDaemon(true);
              thread.start();
            } catch (IOException e) {
              taken.completeExceptionally(new UnknownOutcomeException("snapshot", e));
            }
          });
      return taken;
    }

    private void complete(Replica.Save rest, Snapshot snapshot, CompletableFuture<Long> taken) {
      try {
        rest.run();
        saved(snapshot);
        taken.complete(snapshot.index());
      } catch (IOException e) {
        taken.completeExceptionally(new UnknownOutcomeException("snapshot", e));
      }
    }

    @Override
    public LogStatus status() {
      return new LogStatus(
          closed
              ? MemberRole.CLOSED
              : failure != null
                  ? MemberRole.FAILED
                  : leadingTerm > 0 ? MemberRole.LEADER : MemberRole.FOLLOWER,
          term,
          Optional.of(leader),
          applied,
          term,
          applied,
          nodes.values().stream().map(node -> node.self).toList());
    }

    @Override
    public void close() {
      synchronized (SharedLog.this) {
        closed = true;
        thread.shutdown();
      }
      try {
        if (!thread.awaitTermination(30, TimeUnit.SECONDS)) {
          throw new IllegalStateException("the applying thread of " + self.name() + " runs on");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
