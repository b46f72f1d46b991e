package dev.yardmaster.replication.jraft;

import com.alipay.sofa.jraft.Closure;
import com.alipay.sofa.jraft.Iterator;
import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.conf.Configuration;
import com.alipay.sofa.jraft.core.NodeImpl;
import com.alipay.sofa.jraft.core.StateMachineAdapter;
import com.alipay.sofa.jraft.entity.EnumOutter.ErrorType;
import com.alipay.sofa.jraft.entity.LeaderChangeContext;
import com.alipay.sofa.jraft.entity.LogId;
import com.alipay.sofa.jraft.entity.RaftOutter;
import com.alipay.sofa.jraft.error.RaftError;
import com.alipay.sofa.jraft.error.RaftException;
import com.alipay.sofa.jraft.storage.snapshot.SnapshotReader;
import com.alipay.sofa.jraft.storage.snapshot.SnapshotWriter;
import com.alipay.sofa.jraft.util.ThreadPoolsFactory;
import dev.yardmaster.replication.Member;
import dev.yardmaster.replication.Replica;
import dev.yardmaster.replication.UnknownOutcomeException;
import dev.yardmaster.replication.jraft.network.Peers;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state machine that JRaft calls; it passes the calls to the replica. The applying thread calls
 * the inherited methods. Any thread may read the state and start a transfer or a snapshot.
 */
final class ReplicaStateMachine extends StateMachineAdapter {

  /** The leader of a term. */
  record Leader(long term, String name) {}

  private record Transfer(long term, CompletableFuture<Void> future) {}

  /** A snapshot in progress. */
  private static final class Snapshot {
    final long minIndex;
    final CompletableFuture<Long> future;

    /** The index of the snapshot's last entry; 0 until the replica begins to save. */
    volatile long index;

    /** Whether the snapshot is complete, so that only entries of the log must still be removed. */
    volatile boolean inPlace;

    Snapshot(long minIndex, CompletableFuture<Long> future) {
      this.minIndex = minIndex;
      this.future = future;
    }
  }

  private static final Logger LOGGER = LoggerFactory.getLogger(ReplicaStateMachine.class);

  /** The folder of the replica's files within a snapshot; JRaft's own file is beside it. */
  private static final String FOLDER = "replica";

  private static final String COPIED = "another member copies the last snapshot";

  private static final Leader NONE = new Leader(0, "");

  private final Member self;
  private final Replica replica;
  private final NodeImpl node;
  private final PendingFutures pending;
  private final SnapshotCopies copies;

  private final AtomicReference<Snapshot> snapshot = new AtomicReference<>();

  /** The last transfer; null if there was no transfer. */
  private volatile Transfer transfer;

  private volatile boolean failed;
  private volatile long leadingTerm;
  private volatile LogId applied = new LogId();
  private volatile long snapshotIndex;
  private volatile Leader leader = NONE;
  private volatile List<Member> members = List.of();

  ReplicaStateMachine(
      Member self, Replica replica, NodeImpl node, PendingFutures pending, SnapshotCopies copies) {
    this.self = self;
    this.replica = replica;
    this.node = node;
    this.pending = pending;
    this.copies = copies;
  }

  boolean failed() {
    return failed;
  }

  /** Returns the term in which this member leads, or 0. */
  long leadingTerm() {
    return leadingTerm;
  }

  long appliedIndex() {
    return applied.getIndex();
  }

  /** Returns the last entry that the replica has applied; index 0 if there is no such entry. */
  LogId applied() {
    return applied;
  }

  /** Returns the latest leader that this member knows; term 0 if the member knows no leader. */
  Leader leader() {
    return leader;
  }

  List<Member> members() {
    return members;
  }

  /**
   * Returns the number of members, without the leader, that precede this one in the order of the
   * names.
   */
  int followersBefore() {
    String leading = leader.name();
    return (int)
        members.stream()
            .map(Member::name)
            .filter(name -> !name.equals(leading) && name.compareTo(self.name()) < 0)
            .count();
  }

  /**
   * Sets a configuration that JRaft does not report: the configuration at the start of the member,
   * or a configuration that was set without a majority.
   */
  void isConfigured(Configuration configuration) {
    members = Peers.members(configuration);
  }

  /**
   * Records a transfer of the leadership. The future completes when this member follows another
   * leader, and fails if this member continues to lead in the same term. Returns false, and does
   * nothing, if a transfer is already in progress.
   */
  synchronized boolean startTransfer(long term, CompletableFuture<Void> future) {
    Transfer last = transfer;
    if (last != null && !last.future.isDone()) {
      return false;
    }
    transfer = new Transfer(term, future);
    return true;
  }

  /** Starts a snapshot. Returns false, and does nothing, if a snapshot is already in progress. */
  boolean startSnapshot(CompletableFuture<Long> future) {
    Snapshot started = new Snapshot(appliedIndex(), future);
    if (!snapshot.compareAndSet(null, started)) {
      return false;
    }
    requestSave(started);
    return true;
  }

  private void requestSave(Snapshot started) {
    node.snapshot(
        status -> {
          if (started.index > 0 && status.isOk()) {
            snapshotIndex = started.index;
            removeEntries(started);
          } else if (started.index == 0
              && status.isOk()
              && snapshotIndex < started.minIndex
              && !failed) {
            // JRaft found nothing to save: it has not recorded the application of the last entry
            // yet. So the request is repeated.
            requestSave(started);
          } else {
            endSnapshot(started, status);
          }
        });
  }

  /**
   * Removes the log's entries before a snapshot. After a snapshot, JRaft keeps the entries since
   * the previous snapshot. A second request removes them if no entry was applied since the
   * snapshot. Otherwise JRaft begins another snapshot, which {@link #onSnapshotSave} cancels.
   */
  private void removeEntries(Snapshot saved) {
    saved.inPlace = true;
    node.snapshot(unused -> endSnapshot(saved, Status.OK()));
  }

  private void endSnapshot(Snapshot ended, Status status) {
    snapshot.set(null);
    if (status.isOk()) {
      ended.future.complete(snapshotIndex);
    } else {
      ended.future.completeExceptionally(new UnknownOutcomeException(status.toString()));
    }
  }

  @Override
  public void onApply(Iterator iterator) {
    while (iterator.hasNext()) {
      if (failed) {
        throw new IllegalStateException("the replica has failed");
      }
      long index = iterator.getIndex();
      replica.apply(index, iterator.getTerm(), iterator.getData().asReadOnlyBuffer());
      applied = new LogId(index, iterator.getTerm());
      iterator.commit();
      if (iterator.done() instanceof Append append) {
        append.applied(index);
      }
      iterator.next();
    }
  }

  @Override
  public void onLeaderStart(long term) {
    leader = new Leader(term, self.name());
    leadingTerm = term;
    callReplica(() -> replica.startLeading(term));
    Transfer started = transfer;
    if (started != null) {
      if (started.term == term) {
        started.future.completeExceptionally(
            new UnknownOutcomeException("the other member has not taken over in time"));
      } else {
        started.future.complete(null);
      }
    }
  }

  @Override
  public void onLeaderStop(Status status) {
    long term = leadingTerm;
    if (term != 0) {
      leader = NONE;
      leadingTerm = 0;
      callReplica(() -> replica.stopLeading(term));
    }
  }

  @Override
  public void onStartFollowing(LeaderChangeContext context) {
    leader = new Leader(context.getTerm(), Peers.member(context.getLeaderId()).name());
    connectToOthers();
    Transfer started = transfer;
    if (started != null) {
      started.future.complete(null);
    }
  }

  /**
   * Begins to open the connections to all members, so that no election has to wait for a
   * connection.
   */
  private void connectToOthers() {
    try {
      for (Member member : members) {
        if (!member.equals(self)) {
          var unused = node.getRpcService().connect(Peers.peer(member).getEndpoint());
        }
      }
    } catch (IllegalStateException e) {
      LOGGER.debug("Member {} is closed", self.name(), e);
    }
  }

  @Override
  public void onStopFollowing(LeaderChangeContext context) {
    leader = NONE;
  }

  @Override
  public void onConfigurationCommitted(Configuration configuration) {
    members = Peers.members(configuration);
  }

  /**
   * Called when the replica or the disk has failed. After this call, JRaft calls only methods that
   * stop the replica.
   */
  @Override
  public void onError(RaftException error) {
    LOGGER.error("Member {} has failed", self.name(), error);
    if (error.getType() != ErrorType.ERROR_TYPE_STATE_MACHINE) {
      onLeaderStop(error.getStatus());
    }
    failed = true;
    leadingTerm = 0;
    leader = NONE;
    pending.failAll("member " + self.name() + " has failed: " + error.getStatus());
  }

  private void callReplica(Runnable call) {
    if (failed) {
      return;
    }
    try {
      call.run();
    } catch (RuntimeException | Error e) {
      LOGGER.error("The replica of member {} has failed", self.name(), e);
      failed = true;
      RaftException error =
          new RaftException(
              ErrorType.ERROR_TYPE_STATE_MACHINE, RaftError.ESTATEMACHINE, e.toString());
      // Another thread must report the error to JRaft, because JRaft passes the error to the
      // applying thread, and this thread is the applying thread.
      Future<?> unused =
          ThreadPoolsFactory.runInThread(node.getGroupId(), () -> node.onError(error));
    }
  }

  /**
   * Begins to save the replica. Another thread completes the snapshot while further entries are
   * applied.
   */
  @Override
  public void onSnapshotSave(SnapshotWriter writer, Closure done) {
    Snapshot saving = snapshot.get();
    if (failed || saving.inPlace) {
      done.run(new Status(RaftError.ECANCELED, failed ? "failed" : "entries were applied"));
      return;
    }
    if (!replica.flushesWhenSaved() && copies.areInProgress()) {
      done.run(new Status(RaftError.ECANCELED, COPIED));
      return;
    }
    saving.index = writer.getCurrentMeta().getLastIncludedIndex();
    Path folder = Path.of(writer.getPath(), FOLDER);
    try {
      Files.createDirectories(folder);
      Replica.Save rest = replica.save(folder);
      Thread thread =
          new Thread(
              () -> done.run(complete(rest, writer, folder)), "yardmaster-save-" + self.name());
      thread.setDaemon(true);
      thread.start();
    } catch (IOException | RuntimeException e) {
      done.run(notSaved(e));
    }
  }

  /**
   * Completes a snapshot. If another member is copying the previous snapshot, discards the new one.
   */
  private Status complete(Replica.Save rest, SnapshotWriter writer, Path folder) {
    try {
      rest.run();
      if (copies.areInProgress()) {
        return new Status(RaftError.ECANCELED, COPIED);
      }
      try (Stream<Path> paths = Files.walk(folder)) {
        for (Path path : paths.filter(Files::isRegularFile).toList()) {
          force(path);
          writer.addFile(FOLDER + "/" + folder.relativize(path));
        }
      }
      return Status.OK();
    } catch (IOException | RuntimeException | Error e) {
      return notSaved(e);
    }
  }

  /**
   * Returns the status of a failed snapshot. The status is ECANCELED, because any other error would
   * end the member.
   */
  private Status notSaved(Throwable cause) {
    LOGGER.error("Member {} could not save a snapshot", self.name(), cause);
    return new Status(RaftError.ECANCELED, "%s", cause);
  }

  private static void force(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  @Override
  public boolean onSnapshotLoad(SnapshotReader reader) {
    if (failed) {
      return false;
    }
    try {
      Path folder = Path.of(reader.getPath(), FOLDER);
      // If the replica saved no files, JRaft has not copied the folder.
      Files.createDirectories(folder);
      replica.load(folder);
      RaftOutter.SnapshotMeta loaded = reader.load();
      applied = new LogId(loaded.getLastIncludedIndex(), loaded.getLastIncludedTerm());
      snapshotIndex = loaded.getLastIncludedIndex();
      return true;
    } catch (IOException | RuntimeException | Error e) {
      LOGGER.error("Member {} could not load a snapshot", self.name(), e);
      failed = true;
      return false;
    }
  }
}
