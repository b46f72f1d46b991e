package dev.yardmaster.replication.jraft.network;

import static dev.yardmaster.replication.jraft.network.Endpoints.call;
import static dev.yardmaster.replication.jraft.network.Endpoints.endpoint;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alipay.sofa.jraft.error.ConnectionFailureException;
import com.alipay.sofa.jraft.error.InvokeTimeoutException;
import com.alipay.sofa.jraft.error.RemotingException;
import com.alipay.sofa.jraft.option.NodeOptions;
import com.alipay.sofa.jraft.rpc.CliRequests.GetLeaderRequest;
import com.alipay.sofa.jraft.rpc.InvokeCallback;
import com.alipay.sofa.jraft.rpc.RpcRequests.ErrorResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.PingRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.TimeoutNowResponse;
import dev.yardmaster.replication.LogCluster;
import dev.yardmaster.replication.Member;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests what JRaft expects from a client, and clients of peers that do not answer. */
@Timeout(60)
class PeerClientTest {

  private static final long LONG_MS = 30_000;

  @TempDir Path folder;

  private final Endpoints endpoints = new Endpoints();

  @AfterEach
  void close() {
    endpoints.close();
  }

  @Test
  void requestsArriveInTheirOrderAlsoThoseSentBeforeTheConnectionIsOpen() throws Exception {
    Member server = endpoints.server(Optional.empty());
    PeerClient client = endpoints.client(Optional.empty());
    List<CompletableFuture<Long>> calls = new ArrayList<>();

    for (long term = 0; term < 500; term++) {
      calls.add(call(client, server, term, LONG_MS));
    }

    for (int term = 0; term < 500; term++) {
      assertEquals(term, calls.get(term).get());
      assertEquals(term, endpoints.terms.take());
    }
  }

  @Test
  void aSynchronousCallReturnsTheResponse() throws Exception {
    Member server = endpoints.server(Optional.empty());
    PeerClient client = endpoints.client(Optional.empty());

    Object response = client.invokeSync(endpoint(server), Endpoints.request(7), LONG_MS);

    assertEquals(7, assertInstanceOf(TimeoutNowResponse.class, response).getTerm());
  }

  @Test
  void aCheckOpensAConnectionOnlyIfItIsAskedTo() throws Exception {
    Member server = endpoints.server(Optional.empty());
    PeerClient client = endpoints.client(Optional.empty());

    assertFalse(client.checkConnection(endpoint(server)));
    assertFalse(client.checkConnection(endpoint(server), /* createIfAbsent= */ false));
    assertTrue(client.checkConnection(endpoint(server), /* createIfAbsent= */ true));

    call(client, server, 1, LONG_MS).get();
    assertTrue(client.checkConnection(endpoint(server)));
    client.closeConnection(endpoint(server));
    assertNotNull(endpoints.closed.poll(30, SECONDS));
    assertFalse(client.checkConnection(endpoint(server)));
    assertEquals(2, call(client, server, 2, LONG_MS).get());
  }

  @Test
  void aPeerThatIsSilentDelaysNoCaller() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      // The operating system accepts the connection, but no thread reads from it.
      Member peer = new Member("silent", "127.0.0.1", silent.getLocalPort());
      PeerClient client = endpoints.client(Optional.of(new Authority("any").issue(folder)));

      ErrorResponse ping = (ErrorResponse) client.invokeSync(endpoint(peer), ping(), LONG_MS);
      assertEquals(0, ping.getErrorCode());
      assertTrue(client.checkConnection(endpoint(peer), /* createIfAbsent= */ true));
      ExecutionException failed =
          assertThrows(ExecutionException.class, () -> call(client, peer, 1, 100).get());

      assertInstanceOf(InvokeTimeoutException.class, failed.getCause());
    }
  }

  @Test
  void aPeerThatStartsLaterIsReached() throws Exception {
    Member peer = LogCluster.freeMember("server");
    PeerClient client = endpoints.client(Optional.empty());

    ExecutionException refused =
        assertThrows(ExecutionException.class, () -> call(client, peer, 1, LONG_MS).get());
    assertInstanceOf(ConnectionFailureException.class, refused.getCause());

    endpoints.server(peer, Optional.empty());
    assertEquals(2, call(client, peer, 2, LONG_MS).get());
  }

  @Test
  void callsFailWhenTheirConnectionIsClosed() throws Exception {
    Member server = endpoints.server(Optional.empty());
    PeerClient client = endpoints.client(Optional.empty());

    ExecutionException closed =
        assertThrows(ExecutionException.class, () -> call(client, server, -1, LONG_MS).get());

    assertInstanceOf(ConnectionFailureException.class, closed.getCause());
    assertEquals(1, call(client, server, 1, LONG_MS).get());
  }

  @Test
  void callsFailWhenTheClientIsShutDown() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Member peer = new Member("silent", "127.0.0.1", silent.getLocalPort());
      PeerClient client = endpoints.client(Optional.empty());
      CompletableFuture<Long> call = call(client, peer, 1, LONG_MS);
      try (Socket accepted = silent.accept()) {
        assertTrue(accepted.getInputStream().read() >= 0);

        client.shutdown();

        assertThrows(ExecutionException.class, call::get);
        assertThrows(RemotingException.class, () -> call(client, peer, 2, LONG_MS));
        assertFalse(client.checkConnection(endpoint(peer), /* createIfAbsent= */ true));
      }
    }
  }

  @Test
  void aCallbackWhoseExecutorHasEndedHearsOfIt() throws Exception {
    Member server = endpoints.server(Optional.empty());
    PeerClient client = endpoints.client(Optional.empty());
    CompletableFuture<Throwable> heard = new CompletableFuture<>();
    InvokeCallback callback =
        new InvokeCallback() {
          @Override
          public void complete(Object result, Throwable failure) {
            heard.complete(failure);
          }

          @Override
          public Executor executor() {
            return task -> {
              throw new RejectedExecutionException("ended");
            };
          }
        };

    client.invokeAsync(endpoint(server), Endpoints.request(1), callback, LONG_MS);

    assertInstanceOf(RejectedExecutionException.class, heard.get());
  }

  @Test
  void withoutTlsNoOtherMachineIsCalled() throws Exception {
    PeerClient client = endpoints.client(Optional.empty());
    Member other = new Member("other", "192.0.2.7", 7001);

    ExecutionException refused =
        assertThrows(ExecutionException.class, () -> call(client, other, 1, LONG_MS).get());

    assertTrue(refused.getCause().getCause().getMessage().contains("192.0.2.7"));
  }

  @Test
  void messagesOfOperatorsAreNotSent() throws Exception {
    Member server = endpoints.server(Optional.empty());
    PeerClient client = endpoints.client(Optional.empty());
    GetLeaderRequest command = GetLeaderRequest.newBuilder().setGroupId("group").build();

    assertThrows(
        RemotingException.class, () -> client.invokeSync(endpoint(server), command, LONG_MS));
  }

  @Test
  void onlyTheOptionsOfAMemberHaveANetwork() {
    assertThrows(IllegalArgumentException.class, () -> new PeerClient().init(new NodeOptions()));
  }

  private static PingRequest ping() {
    return PingRequest.newBuilder().setSendTimestamp(0).build();
  }
}
