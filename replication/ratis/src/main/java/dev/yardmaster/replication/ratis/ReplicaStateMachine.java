package dev.yardmaster.replication.ratis;

import dev.yardmaster.replication.Replica;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftConfigurationProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.exceptions.StateMachineException;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.raftlog.RaftLogBase;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.SnapshotInfo;
import org.apache.ratis.statemachine.StateMachineStorage;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.apache.ratis.util.AutoCloseableLock;
import org.apache.ratis.util.LifeCycle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls the replica on one thread, in the order of the log. Ratis has a thread for committed
 * entries and tells on it that this member is ready to lead; but it tells that this member has
 * stopped leading on another one, which holds the division's lock. So both hand their calls over.
 */
final class ReplicaStateMachine extends BaseStateMachine {

  private static final Logger LOG = LoggerFactory.getLogger(ReplicaStateMachine.class);

  /** The limit of entries that wait for the replica, as they are in memory. */
  private static final int MAX_WAITING = 64;

  private final Replica replica;
  private final Runnable onFailure;
  private final Snapshots snapshots = new Snapshots();
  private final Semaphore room = new Semaphore(MAX_WAITING);
  private final ExecutorService applier;

  /** The term of the last change of members; a leader begins its term with one. */
  private volatile long configurationTerm;

  /** The term in which this member accepts entries, or 0. */
  private volatile long leadingTerm;

  /** The last term in which this member has stopped leading; guarded by this. */
  private long endedTerm;

  /** The term in which the replica leads, or 0; only for the applying thread. */
  private long replicaTerm;

  /** The removal of log files that the last snapshot began; only for the applying thread. */
  private CompletableFuture<Long> purged = CompletableFuture.completedFuture(0L);

  private volatile boolean failed;

  /**
   * Creates the state machine of one member.
   *
   * @param onFailure runs on the applying thread when the replica has thrown an exception
   */
  ReplicaStateMachine(String member, Replica replica, Runnable onFailure) {
    this.replica = replica;
    this.onFailure = onFailure;
    this.applier =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread thread = new Thread(task, member + "-apply");
              thread.setDaemon(true);
              return thread;
            });
  }

  @Override
  public void initialize(RaftServer server, RaftGroupId group, RaftStorage storage)
      throws IOException {
    super.initialize(server, group, storage);
    snapshots.init(storage);
    load();
    getLifeCycle().startAndTransition(() -> {});
  }

  /** Ratis calls this before it installs a snapshot. */
  @Override
  public void pause() {
    if (getLifeCycleState() != LifeCycle.State.PAUSED) {
      getLifeCycle().transition(LifeCycle.State.PAUSING);
      getLifeCycle().transition(LifeCycle.State.PAUSED);
    }
  }

  /** Ratis has installed a snapshot. */
  @Override
  public void reinitialize() throws IOException {
    load();
    getLifeCycle().startAndTransition(() -> {});
  }

  private void load() throws IOException {
    CompletableFuture<Void> loaded =
        call(
            () -> {
              snapshots.find();
              SnapshotInfo snapshot = snapshots.getLatestSnapshot();
              if (snapshot != null) {
                replica.load(snapshots.latestFolder());
                setLastAppliedTermIndex(snapshot.getTermIndex());
              }
            });
    try {
      loaded.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a snapshot is loaded", e);
    } catch (ExecutionException e) {
      throw new IOException("cannot load a snapshot", e.getCause());
    }
  }

  /** Only this process appends entries; a message of another is not an {@link Entry}. */
  @Override
  public TransactionContext startTransaction(RaftClientRequest request) throws IOException {
    if (!(request.getMessage() instanceof Entry)) {
      throw new StateMachineException("not a request of this process: " + request, false);
    }
    return super.startTransaction(request);
  }

  /** Refuses an entry of another term, under the lock that each change of the term takes. */
  @Override
  public TransactionContext preAppendTransaction(TransactionContext transaction)
      throws IOException {
    Entry entry = (Entry) transaction.getClientRequest().getMessage();
    long term = division().getInfo().getCurrentTerm();
    if (entry.term() != term) {
      throw new StateMachineException("entry of term " + entry.term() + " in term " + term, false);
    }
    entry.setAppended();
    return transaction;
  }

  @Override
  public CompletableFuture<Message> applyTransaction(TransactionContext transaction) {
    LogEntryProto entry = transaction.getLogEntry();
    room.acquireUninterruptibly();
    return call(() -> apply(entry))
        .whenComplete((nothing, e) -> room.release())
        .thenApply(nothing -> Message.EMPTY);
  }

  private void apply(LogEntryProto entry) {
    ByteBuffer content = entry.getStateMachineLogEntry().getLogData().asReadOnlyByteBuffer();
    if (content.hasRemaining()) {
      replica.apply(entry.getIndex(), entry.getTerm(), content);
    }
    updateLastAppliedTermIndex(entry.getTerm(), entry.getIndex());
  }

  /** Ratis has passed an entry of its own. */
  @Override
  public void notifyTermIndexUpdated(long term, long index) {
    run(() -> updateLastAppliedTermIndex(term, index));
  }

  @Override
  public void notifyConfigurationChanged(
      long term, long index, RaftConfigurationProto configuration) {
    configurationTerm = term;
  }

  /** Ratis has passed the first entry of this member's term, right after its configuration. */
  @Override
  public void notifyLeaderReady() {
    long term = configurationTerm;
    run(
        () -> {
          synchronized (this) {
            if (term <= endedTerm) {
              return;
            }
            leadingTerm = term;
          }
          replicaTerm = term;
          replica.startLeading(term);
        });
  }

  /** This member stops leading in the division's current term. */
  @Override
  public void notifyNotLeader(Collection<TransactionContext> pending) throws IOException {
    long term = division().getInfo().getCurrentTerm();
    synchronized (this) {
      endedTerm = term;
      leadingTerm = 0;
    }
    run(
        () -> {
          if (replicaTerm != 0) {
            replicaTerm = 0;
            replica.stopLeading(term);
          }
        });
  }

  /**
   * Saves a snapshot and removes the entries before it from the log. The future completes with the
   * index of its last entry.
   */
  CompletableFuture<Long> snapshot() {
    return submit(
        () -> {
          TermIndex last = getLastAppliedTermIndex();
          SnapshotInfo latest = snapshots.getLatestSnapshot();
          if (last.getIndex() > (latest == null ? -1 : latest.getIndex())) {
            snapshots.save(last, replica);
          }
          purge(last.getIndex());
          return Math.max(0, last.getIndex());
        });
  }

  /**
   * Removes the entries up to an index. A purge of Ratis spares the file to which it appends; so if
   * the log ends at the index, it is cut as after the installation of a snapshot. This would lose
   * entries that are not yet on disk, hence the conditions.
   */
  private void purge(long index) throws IOException {
    RaftLogBase log = (RaftLogBase) division().getRaftLog();
    AutoCloseableLock lock = log.writeLock();
    try {
      boolean allOnDisk = log.getNextIndex() == index + 1 && log.getFlushIndex() == index;
      purged = allOnDisk && purged.isDone() ? log.onSnapshotInstalled(index) : log.purge(index);
    } finally {
      lock.close();
    }
  }

  /** Passes a call to the applying thread. Its exception is the end of this member. */
  private void run(Task task) {
    CompletableFuture<Void> unused = call(task);
  }

  private CompletableFuture<Void> call(Task task) {
    return submit(
        () -> {
          try {
            task.run();
            return null;
          } catch (Throwable e) {
            LOG.error("The replica has failed; this member stops", e);
            failed = true;
            leadingTerm = 0;
            onFailure.run();
            throw e;
          }
        });
  }

  private <T> CompletableFuture<T> submit(Callable<T> task) {
    CompletableFuture<T> done = new CompletableFuture<>();
    try {
      applier.execute(
          () -> {
            try {
              if (failed) {
                throw new IllegalStateException("the replica has failed");
              }
              done.complete(task.call());
            } catch (Throwable e) {
              done.completeExceptionally(e);
            }
          });
    } catch (RejectedExecutionException e) {
      done.completeExceptionally(e);
    }
    return done;
  }

  /** Completes on the applying thread after all calls of the replica until now. */
  CompletableFuture<Void> afterCallsOfReplica() {
    return submit(() -> null);
  }

  /** Ends the applying thread, after the division is closed. */
  void end() {
    applier.shutdown();
    boolean interrupted = false;
    while (true) {
      try {
        if (applier.awaitTermination(1, TimeUnit.DAYS)) {
          break;
        }
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  long leadingTerm() {
    return leadingTerm;
  }

  boolean failed() {
    return failed;
  }

  @Override
  public StateMachineStorage getStateMachineStorage() {
    return snapshots;
  }

  private RaftServer.Division division() throws IOException {
    return getServer().join().getDivision(getGroupId());
  }

  /** A call of the replica. */
  private interface Task {
    void run() throws Exception;
  }
}
