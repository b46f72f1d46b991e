package dev.yardmaster.client.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.client.testing.ManualTime;
import dev.yardmaster.wire.schema.ClientFrame;
import dev.yardmaster.wire.schema.Committed;
import dev.yardmaster.wire.schema.Leadership;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Response;
import dev.yardmaster.wire.schema.ServerFrame;
import dev.yardmaster.wire.schema.Welcome;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests how a connection measures the silence of its server, and bounds its own silence. */
class ClientConnectionTest {

  private static final int PING_MS = 1_000;
  private static final int SWEEP_MS = 50;
  private static final int IDLE_MS = 400;

  private final ManualTime time = new ManualTime();
  private final List<YardmasterException> ends = new ArrayList<>();
  private final ClientConnection connection =
      new ClientConnection(
          new ConnectionSettings("test", "", null, 5_000, PING_MS, 100, time),
          new ClientConnection.Watcher() {
            @Override
            public void opened(ClientConnection opened, Welcome welcome) {}

            @Override
            public void leads(ClientConnection leading, Leadership said) {}

            @Override
            public void ending(ClientConnection ending, YardmasterException why) {}

            @Override
            public void closed(ClientConnection closed, YardmasterException why) {
              ends.add(why);
            }
          });
  private EmbeddedChannel channel;

  private void greet(int idleTimeoutMs) {
    channel = new EmbeddedChannel(connection);
    channel.freezeTime();
    channel.writeInbound(
        frame(
            ServerFrame.newBuilder()
                .setWelcome(
                    Welcome.newBuilder()
                        .setVersion(1)
                        .setMaxFrameBytes(1 << 20)
                        .setMaxInFlight(9)
                        .setIdleTimeoutMs(idleTimeoutMs))
                .build()));
  }

  private static ByteBuf frame(ServerFrame frame) {
    byte[] bytes = frame.toByteArray();
    return Unpooled.buffer().writeInt(bytes.length).writeBytes(bytes);
  }

  private void advance(int ms) {
    for (int passed = 0; passed < ms; passed += SWEEP_MS) {
      time.advance(Duration.ofMillis(SWEEP_MS));
      channel.advanceTimeBy(SWEEP_MS, TimeUnit.MILLISECONDS);
      channel.runScheduledPendingTasks();
    }
  }

  /** Keeps the answer or the reason why there is none. */
  private final class Kept implements Exchange {
    private Response answer;
    private YardmasterException failure;

    @Override
    public Request request(long requestId) {
      return Request.newBuilder().setRequestId(requestId).build();
    }

    @Override
    public long deadlineNs() {
      return Duration.ofMinutes(1).toNanos();
    }

    @Override
    public void answered(Response response) {
      answer = response;
    }

    @Override
    public void notSent(YardmasterException why) {
      failure = why;
    }

    @Override
    public void lost(YardmasterException why) {
      failure = why;
    }
  }

  @Test
  void aServerWhoseAnswerTakesLongToArriveIsNotSilent() {
    greet(0);
    Kept exchange = new Kept();
    assertTrue(connection.submit(exchange));
    channel.runPendingTasks();
    ByteBuf answer =
        frame(
            ServerFrame.newBuilder()
                .addResponses(
                    Response.newBuilder()
                        .setRequestId(1)
                        .setCommitted(
                            Committed.newBuilder().setResult(ByteString.copyFrom(new byte[1_000]))))
                .build());
    while (answer.isReadable()) {
      channel.writeInbound(answer.readRetainedSlice(Math.min(100, answer.readableBytes())));
      advance(PING_MS / 2);
    }
    answer.release();
    assertEquals(List.of(), ends);
    assertNotNull(exchange.answer, () -> "failure: " + exchange.failure);
  }

  @Test
  void aServerThatSendsNoByteIsLost() {
    greet(0);
    Kept exchange = new Kept();
    assertTrue(connection.submit(exchange));
    channel.runPendingTasks();
    advance(2 * PING_MS - SWEEP_MS);
    assertTrue(channel.isOpen());
    advance(SWEEP_MS);
    assertFalse(channel.isOpen());
    assertEquals("the server was silent for 2000 ms", ends.get(0).text());
    assertNotNull(exchange.failure);
  }

  @Test
  void anIdleConnectionPingsBeforeItsServerClosesIt() throws IOException {
    greet(IDLE_MS);
    assertEquals(0, pings());
    for (int i = 0; i < 10; i++) {
      advance(IDLE_MS - SWEEP_MS);
      assertTrue(pings() > 0, "the server would close the connection");
      channel.writeInbound(frame(ServerFrame.newBuilder().setPong(1).build()));
    }
  }

  @Test
  void aConnectionWithRequestsNeedsNoPing() throws IOException {
    greet(IDLE_MS);
    for (int i = 0; i < 10; i++) {
      assertTrue(connection.submit(new Kept()));
      channel.runPendingTasks();
      channel.writeInbound(
          frame(
              ServerFrame.newBuilder()
                  .addResponses(Response.newBuilder().setRequestId(i + 1))
                  .build()));
      advance(IDLE_MS / 2 - SWEEP_MS);
    }
    assertEquals(0, pings());
  }

  private int pings() throws IOException {
    int pings = 0;
    ByteBuf sent;
    while ((sent = channel.readOutbound()) != null) {
      byte[] bytes = new byte[sent.readInt()];
      sent.readBytes(bytes).release();
      pings += ClientFrame.parseFrom(bytes).hasPing() ? 1 : 0;
    }
    return pings;
  }
}
