package dev.yardmaster.replication.jraft;

import com.alipay.sofa.jraft.JRaftUtils;
import com.alipay.sofa.jraft.NodeManager;
import com.alipay.sofa.jraft.rpc.impl.core.AppendEntriesRequestProcessor;
import com.alipay.sofa.jraft.rpc.impl.core.InstallSnapshotRequestProcessor;
import com.alipay.sofa.jraft.rpc.impl.core.ReadIndexRequestProcessor;
import com.alipay.sofa.jraft.rpc.impl.core.RequestVoteRequestProcessor;
import com.alipay.sofa.jraft.rpc.impl.core.TimeoutNowRequestProcessor;
import com.alipay.sofa.jraft.util.concurrent.DefaultFixedThreadsExecutorGroupFactory;
import com.alipay.sofa.jraft.util.concurrent.FixedThreadsExecutorGroup;
import dev.yardmaster.replication.Member;
import dev.yardmaster.replication.MemberSettings;
import dev.yardmaster.replication.jraft.network.MemberNetwork;
import dev.yardmaster.replication.jraft.network.Partition;
import dev.yardmaster.replication.jraft.network.PeerServer;
import dev.yardmaster.replication.jraft.network.Peers;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * The server of one member: its port, the threads that handle requests, and the threads that send
 * entries.
 */
final class MemberServer implements AutoCloseable {

  /**
   * The number of threads that handle requests. While one thread copies a snapshot, the remaining
   * threads can handle votes.
   */
  private static final int REQUEST_THREADS = 3;

  /** The number of threads that send entries. A cluster usually has two other members. */
  private static final int SENDING_THREADS = 2;

  private static final int MAX_SENDING_TASKS = 1 << 14;
  private static final int CLOSE_TIMEOUT_S = 5;

  private final Member self;
  private final MemberNetwork network;
  private final PeerServer server;
  private final ExecutorService requests;
  private final AppendEntriesRequestProcessor appends;
  private final SnapshotCopies copies;
  private final FixedThreadsExecutorGroup sending;

  private MemberServer(Member self, MemberNetwork network) {
    this.self = self;
    this.network = network;
    requests =
        Executors.newFixedThreadPool(
            REQUEST_THREADS, JRaftUtils.createThreadFactory(self.name() + "-raft-request-"));
    sending =
        DefaultFixedThreadsExecutorGroupFactory.INSTANCE.newExecutorGroup(
            SENDING_THREADS, self.name() + "-raft-send-", MAX_SENDING_TASKS, true);
    appends = new AppendEntriesRequestProcessor(requests);
    server = new PeerServer(network, appends);
    server.register(appends);
    server.register(new RequestVoteRequestProcessor(requests));
    server.register(new TimeoutNowRequestProcessor(requests));
    server.register(new ReadIndexRequestProcessor(requests));
    server.register(new InstallSnapshotRequestProcessor(requests));
    copies = new SnapshotCopies(requests, System::nanoTime);
    server.register(copies);
  }

  /** Returns the object that sends this member's snapshots to other members. */
  SnapshotCopies copies() {
    return copies;
  }

  /**
   * Listens at the member's address.
   *
   * @throws IOException if a file of the TLS settings cannot be used, or the port is in use
   */
  static MemberServer start(MemberSettings settings, Partition partition) throws IOException {
    MemberServer started =
        new MemberServer(settings.self(), new MemberNetwork(settings, partition));
    try {
      started.server.listen(settings.self());
    } catch (IOException e) {
      started.close();
      throw e;
    }
    NodeManager.getInstance().addAddress(Peers.peer(settings.self()).getEndpoint());
    return started;
  }

  /** Returns the network of the member's node. */
  MemberNetwork network() {
    return network;
  }

  /** Returns the threads that send entries to other members. */
  FixedThreadsExecutorGroup sending() {
    return sending;
  }

  /**
   * Stops listening, and closes the connections of other members. When this method returns, the
   * port is free.
   */
  void stop() {
    server.close();
    NodeManager.getInstance().removeAddress(Peers.peer(self).getEndpoint());
  }

  /** Ends the threads and waits for them. */
  @Override
  public void close() {
    requests.shutdownNow();
    try {
      requests.awaitTermination(CLOSE_TIMEOUT_S, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    sending.shutdownGracefully();
    network.close();
    // This comes last, because the ended threads could otherwise begin to handle another append.
    appends.destroy();
  }
}
