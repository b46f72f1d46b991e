package dev.yardmaster.replication.jraft.network;

import com.alipay.sofa.jraft.ReplicatorGroup;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.error.InvokeTimeoutException;
import com.alipay.sofa.jraft.error.RemotingException;
import com.alipay.sofa.jraft.option.RpcOptions;
import com.alipay.sofa.jraft.rpc.InvokeCallback;
import com.alipay.sofa.jraft.rpc.InvokeContext;
import com.alipay.sofa.jraft.rpc.RpcClient;
import com.alipay.sofa.jraft.rpc.RpcRequests.ErrorResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.PingRequest;
import com.alipay.sofa.jraft.util.Endpoint;
import com.google.protobuf.Message;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the requests of one node, over one connection to each peer. Any thread may call the
 * methods.
 *
 * <p>Before JRaft asks for votes, it checks the connections under the lock of the node. In this
 * class, such a check never waits. A connection that is still being opened counts as usable, and
 * keeps requests until it is open. So a silent peer does not delay the messages to other members.
 */
final class PeerClient implements RpcClient {

  private static final Logger LOGGER = LoggerFactory.getLogger(PeerClient.class);

  private final Map<Endpoint, PeerConnection> connections = new ConcurrentHashMap<>();

  /**
   * The last failure of each peer that has not answered since that failure. A failure is logged
   * only once.
   */
  private final Map<Endpoint, String> failures = new ConcurrentHashMap<>();

  private MemberNetwork network;
  private ReplicatorGroup replicators;
  private volatile boolean closed;

  /**
   * Takes the member's network from the options.
   *
   * @throws IllegalArgumentException if the options are not {@link MemberOptions}
   */
  @Override
  public boolean init(RpcOptions options) {
    if (!(options instanceof MemberOptions member)) {
      throw new IllegalArgumentException("the options are not those of a member: " + options);
    }
    network = member.network();
    return true;
  }

  /** Ends all connections. All calls fail from now on. */
  @Override
  public void shutdown() {
    closed = true;
    connections.values().forEach(connection -> connection.close("the member is closed"));
  }

  @Override
  public boolean checkConnection(Endpoint endpoint) {
    PeerConnection connection = connections.get(endpoint);
    return connection != null && connection.isOpen() && connection.takesRequests();
  }

  /**
   * Returns whether a request can be passed to the connection now. The call opens the connection if
   * necessary; the request then waits until the connection is open.
   */
  @Override
  public boolean checkConnection(Endpoint endpoint, boolean createIfAbsent) {
    if (!createIfAbsent) {
      return checkConnection(endpoint);
    }
    return !closed && connection(endpoint).takesRequests();
  }

  @Override
  public void closeConnection(Endpoint endpoint) {
    PeerConnection connection = connections.get(endpoint);
    if (connection != null) {
      connection.close("the member closes the connection");
    }
  }

  @Override
  public void registerConnectEventListener(ReplicatorGroup replicatorGroup) {
    replicators = replicatorGroup;
  }

  private PeerConnection connection(Endpoint endpoint) {
    PeerConnection present = connections.get(endpoint);
    if (present != null) {
      return present;
    }
    PeerConnection created =
        new PeerConnection(network, Peers.member(endpoint), new Events(endpoint));
    present = connections.putIfAbsent(endpoint, created);
    if (present != null) {
      return present;
    }
    created.open();
    if (closed) {
      created.close("the member is closed");
    }
    return created;
  }

  /**
   * Sends a request and waits for the response. A ping is not sent, and the method does not wait
   * for it: JRaft uses a ping only to find out whether it can send requests. The check for this
   * also begins to open the connection.
   */
  @Override
  public Object invokeSync(Endpoint endpoint, Object request, InvokeContext context, long timeoutMs)
      throws InterruptedException, RemotingException {
    if (request instanceof PingRequest) {
      if (!checkConnection(endpoint, /* createIfAbsent= */ true)) {
        throw new RemotingException("too many requests wait for " + endpoint);
      }
      return ErrorResponse.newBuilder().setErrorCode(0).build();
    }
    CompletableFuture<Object> response = new CompletableFuture<>();
    invokeAsync(
        endpoint,
        request,
        context,
        (result, failure) -> {
          if (failure == null) {
            response.complete(result);
          } else {
            response.completeExceptionally(failure);
          }
        },
        timeoutMs);
    try {
      return response.get(timeoutMs, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new InvokeTimeoutException(e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RemotingException failure) {
        throw failure;
      }
      throw new RemotingException(e.getCause());
    }
  }

  @Override
  public void invokeAsync(
      Endpoint endpoint,
      Object request,
      InvokeContext context,
      InvokeCallback callback,
      long timeoutMs)
      throws RemotingException {
    if (closed) {
      throw new RemotingException("the member is closed");
    }
    Call call;
    try {
      call =
          new Call(
              Frame.encode(/* number= */ 0, (Message) request, MemberNetwork.maxFrameBytes()),
              callback);
    } catch (IllegalArgumentException e) {
      throw new RemotingException(e);
    }
    connection(endpoint).send(call, timeoutMs);
  }

  /** Reacts to changes of the connections to one peer. The network thread calls the methods. */
  private final class Events implements PeerConnection.Listener {

    private final Endpoint endpoint;

    Events(Endpoint endpoint) {
      this.endpoint = endpoint;
    }

    @Override
    public void opened() {
      LOGGER.info("Connected to {}", endpoint);
      if (replicators != null) {
        // This runs on another thread, because it waits for the lock of the node.
        network.execute(
            () -> replicators.checkReplicator(new PeerId(endpoint, 0), /* lockNode= */ true));
      }
    }

    @Override
    public void answered() {
      failures.remove(endpoint);
    }

    @Override
    public void ended(PeerConnection connection, Throwable cause) {
      connections.remove(endpoint, connection);
      if (closed) {
        return;
      }
      String reason = MemberNetwork.reason(cause).toString();
      if (!reason.equals(failures.put(endpoint, reason))) {
        LOGGER.warn("No connection to {}: {}", endpoint, reason);
      }
    }
  }
}
