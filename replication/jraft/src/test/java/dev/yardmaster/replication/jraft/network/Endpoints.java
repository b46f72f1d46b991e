package dev.yardmaster.replication.jraft.network;

import com.alipay.sofa.jraft.rpc.Connection;
import com.alipay.sofa.jraft.rpc.InvokeCallback;
import com.alipay.sofa.jraft.rpc.RpcContext;
import com.alipay.sofa.jraft.rpc.RpcProcessor;
import com.alipay.sofa.jraft.rpc.RpcRequests.TimeoutNowRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.TimeoutNowResponse;
import com.alipay.sofa.jraft.rpc.impl.ConnectionClosedEventListener;
import com.alipay.sofa.jraft.util.Endpoint;
import dev.yardmaster.replication.LogCluster;
import dev.yardmaster.replication.Member;
import dev.yardmaster.replication.MemberSettings;
import dev.yardmaster.replication.MemberTls;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Clients and servers without Raft nodes. A server answers each request with the request's term. If
 * the term is negative, the server closes the connection instead.
 */
final class Endpoints implements AutoCloseable {

  /** The connections of the servers that have been closed. */
  final BlockingQueue<Connection> closed = new LinkedBlockingQueue<>();

  /** The terms of the requests that the servers have received. */
  final BlockingQueue<Long> terms = new LinkedBlockingQueue<>();

  private final List<Runnable> opened = new ArrayList<>();

  private final class TermProcessor implements RpcProcessor<TimeoutNowRequest> {

    @Override
    public void handleRequest(RpcContext context, TimeoutNowRequest request) {
      terms.add(request.getTerm());
      if (request.getTerm() < 0) {
        context.getConnection().close();
        return;
      }
      context.sendResponse(
          TimeoutNowResponse.newBuilder().setTerm(request.getTerm()).setSuccess(true).build());
    }

    @Override
    public String interest() {
      return TimeoutNowRequest.class.getName();
    }

    @Override
    public Executor executor() {
      return Runnable::run;
    }
  }

  /** Starts a server at a free port. */
  Member server(Optional<MemberTls> tls) throws IOException {
    return server(LogCluster.freeMember("server"), tls);
  }

  Member server(Member self, Optional<MemberTls> tls) throws IOException {
    MemberNetwork network = network(self, tls);
    ConnectionClosedEventListener listener = (remote, connection) -> closed.add(connection);
    PeerServer server = new PeerServer(network, listener);
    server.register(new TermProcessor());
    server.listen(self);
    opened.add(server::close);
    return self;
  }

  PeerClient client(Optional<MemberTls> tls) throws IOException {
    PeerClient client = new PeerClient();
    client.init(new MemberOptions(network(new Member("client", "127.0.0.1", 1), tls)));
    opened.add(client::shutdown);
    return client;
  }

  private MemberNetwork network(Member self, Optional<MemberTls> tls) throws IOException {
    MemberNetwork network =
        new MemberNetwork(
            new MemberSettings(
                self, List.of(self), Path.of("unused"), Duration.ofSeconds(1), 1 << 20, tls),
            new Partition());
    opened.add(network::close);
    return network;
  }

  static Endpoint endpoint(Member member) {
    return Peers.peer(member).getEndpoint();
  }

  static TimeoutNowRequest request(long term) {
    return TimeoutNowRequest.newBuilder()
        .setGroupId("group")
        .setServerId("client")
        .setPeerId("server")
        .setTerm(term)
        .build();
  }

  /** Sends a request; the future completes with the term of the response. */
  static CompletableFuture<Long> call(PeerClient client, Member server, long term, long timeoutMs)
      throws Exception {
    CompletableFuture<Long> future = new CompletableFuture<>();
    InvokeCallback callback =
        (response, failure) -> {
          if (failure == null) {
            future.complete(((TimeoutNowResponse) response).getTerm());
          } else {
            future.completeExceptionally(failure);
          }
        };
    client.invokeAsync(endpoint(server), request(term), callback, timeoutMs);
    return future;
  }

  /** Closes everything that was opened, in reverse order. */
  @Override
  public void close() {
    for (int i = opened.size() - 1; i >= 0; i--) {
      opened.get(i).run();
    }
  }
}
