package dev.yardmaster.client;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TcpTransportTest {

  @Test
  void aNameServerThatDoesNotAnswerStopsNoEventLoop() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    TcpTransport transport =
        new TcpTransport(
            1,
            5_000,
            host -> {
              asked.countDown();
              await(answer);
              throw new UnknownHostException(host);
            });
    try {
      InetSocketAddress address = InetSocketAddress.createUnresolved("db.example.org", 7400);
      CompletableFuture<Future<?>> connected = new CompletableFuture<>();
      transport
          .time()
          .later(
              () ->
                  connected.complete(
                      transport.connect(address, new ChannelInboundHandlerAdapter())),
              0,
              TimeUnit.MILLISECONDS);
      await(asked);
      CompletableFuture<Void> task = new CompletableFuture<>();
      transport.time().later(() -> task.complete(null), 0, TimeUnit.MILLISECONDS);
      task.get(20, TimeUnit.SECONDS);
      answer.countDown();
      Throwable cause = connected.get(20, TimeUnit.SECONDS).await().cause();
      assertInstanceOf(UnknownHostException.class, cause);
    } finally {
      answer.countDown();
      transport.close();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
