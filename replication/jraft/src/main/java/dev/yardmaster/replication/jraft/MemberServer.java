package dev.yardmaster.replication.jraft;

import com.alipay.sofa.jraft.JRaftUtils;
import com.alipay.sofa.jraft.NodeManager;
import com.alipay.sofa.jraft.rpc.RaftRpcServerFactory;
import com.alipay.sofa.jraft.rpc.RpcServer;
import com.alipay.sofa.jraft.rpc.impl.BoltRpcServer;
import com.alipay.sofa.jraft.util.concurrent.DefaultFixedThreadsExecutorGroupFactory;
import com.alipay.sofa.jraft.util.concurrent.FixedThreadsExecutorGroup;
import dev.yardmaster.replication.Member;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The port of one member, and the threads that answer and send its messages. */
final class MemberServer implements AutoCloseable {

  /** One can copy a snapshot while others vote. */
  private static final int REQUEST_THREADS = 3;

  /** Mostly, there are two other members. */
  private static final int SENDING_THREADS = 2;

  private static final int MAX_SENDING_TASKS = 1 << 14;
  private static final long PORT_DEADLINE_NS = TimeUnit.SECONDS.toNanos(5);

  private final Member self;
  private final RpcServer server;
  private final ExecutorService requests;
  private final FixedThreadsExecutorGroup sending;

  private MemberServer(Member self, RpcServer server, ExecutorService requests) {
    this.self = self;
    this.server = server;
    this.requests = requests;
    sending =
        DefaultFixedThreadsExecutorGroupFactory.INSTANCE.newExecutorGroup(
            SENDING_THREADS, self.name() + "-raft-send-", MAX_SENDING_TASKS, true);
  }

  /**
   * Listens at the member's address.
   *
   * @throws IOException if the port is in use
   */
  static MemberServer start(Member self) throws IOException {
    RpcServer server =
        new BoltRpcServer(
            new com.alipay.remoting.rpc.RpcServer(
                self.host(), self.port(), /* manageConnection= */ true));
    ExecutorService requests =
        Executors.newFixedThreadPool(
            REQUEST_THREADS, JRaftUtils.createThreadFactory(self.name() + "-raft-request-"));
    // A ping does nothing, and must not wait for requests that wait for another member's ping.
    RaftRpcServerFactory.addRaftRequestProcessors(server, requests, requests, Runnable::run);
    try {
      server.init(null);
    } catch (RuntimeException e) {
      requests.shutdown();
      throw new IOException("cannot listen at " + self.host() + ":" + self.port(), e);
    }
    NodeManager.getInstance().addAddress(Peers.peer(self).getEndpoint());
    return new MemberServer(self, server, requests);
  }

  /** The threads that send entries to other members. */
  FixedThreadsExecutorGroup sending() {
    return sending;
  }

  /** Stops listening. */
  void stop() {
    server.shutdown();
    NodeManager.getInstance().removeAddress(Peers.peer(self).getEndpoint());
  }

  /** Ends the threads and waits until the port is free. */
  @Override
  public void close() {
    requests.shutdownNow();
    sending.shutdownGracefully();
    awaitFreePort();
  }

  /** The server closes its port in the background and does not tell when it has done so. */
  private void awaitFreePort() {
    long deadlineNs = System.nanoTime() + PORT_DEADLINE_NS;
    while (!portIsFree() && System.nanoTime() < deadlineNs) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  private boolean portIsFree() {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(self.host(), self.port()));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
