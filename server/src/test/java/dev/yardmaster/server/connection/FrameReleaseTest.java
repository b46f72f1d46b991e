package dev.yardmaster.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.server.security.Principal;
import dev.yardmaster.server.security.Role;
import dev.yardmaster.wire.schema.ClientFrame;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/**
 * Tests that the buffer of a long frame, which is read without a copy, is released after each way
 * in which the reading can end.
 */
class FrameReleaseTest {

  private static final int REQUESTS = 10_000;

  private final TestSettings settings = new TestSettings();
  private Runnable atRequest = () -> {};
  private int requests;
  private EmbeddedChannel channel;

  /** Answers each call before it returns, and then runs the test's action. */
  private final class Calls extends ForwardingCalls {

    Calls() {
      super(null);
    }

    @Override
    public CompletionStage<Outcome<OneShot.Result>> submit(
        OneShot oneShot, TransactionOptions options) {
      requests++;
      atRequest.run();
      return CompletableFuture.completedStage(
          new Outcome.Rejected<>(new YardmasterException(ErrorCode.CLOSED, "at once")));
    }
  }

  private void connect() {
    settings.maxInFlight = 2 * REQUESTS;
    settings.maxInFlightPerClient = 2 * REQUESTS;
    ConnectionLimits limits = settings.build();
    Principal reader = new Principal("reader", Set.of(Role.READ));
    channel =
        new EmbeddedChannel(
            new ServerConnection(
                new Calls(),
                (token, certificate) -> () -> reader,
                limits,
                new Connections(limits)));
    channel.writeInbound(bytes(RawClient.hello("reader").toByteArray()));
  }

  private void leave() {
    var unused = channel.close();
  }

  private static ByteBuf bytes(byte[] frame) {
    return Unpooled.buffer().writeInt(frame.length).writeBytes(frame);
  }

  private static byte[] longFrame() {
    ClientFrame.Builder frame = ClientFrame.newBuilder();
    for (int i = 1; i <= REQUESTS; i++) {
      frame.addRequests(RawRequests.read(i, 1));
    }
    return frame.build().toByteArray();
  }

  @Test
  void atItsEnd() {
    connect();
    ByteBuf frame = bytes(longFrame());
    atRequest = () -> assertTrue(frame.refCnt() > 0, "request " + requests);
    channel.writeInbound(frame);
    assertEquals(REQUESTS, requests);
    assertEquals(0, frame.refCnt());
    channel.finishAndReleaseAll();
  }

  @Test
  void whenItIsMalformed() {
    connect();
    byte[] malformed = longFrame();
    malformed[malformed.length / 2] = -1;
    ByteBuf frame = bytes(malformed);
    channel.writeInbound(frame);
    assertTrue(requests > 0 && requests < REQUESTS, requests + " requests");
    assertTrue(channel.isOpen(), "the reason is sent before the connection closes");
    assertEquals(0, frame.refCnt());
    assertTrue(channel.config().isAutoRead(), "further bytes are read and dropped");
    ByteBuf further = bytes(longFrame());
    channel.writeInbound(further);
    assertEquals(0, further.refCnt());
    channel.finishAndReleaseAll();
  }

  @Test
  void whenTheClientLeavesBetweenTwoTurns() {
    connect();
    ByteBuf frame = bytes(longFrame());
    atRequest =
        () -> {
          if (requests == 1) {
            channel.eventLoop().execute(this::leave);
          }
        };
    channel.writeInbound(frame);
    assertTrue(requests < REQUESTS, requests + " requests");
    assertEquals(0, frame.refCnt());
    channel.finishAndReleaseAll();
  }

  @Test
  void whenTheServerHasABug() {
    connect();
    ByteBuf frame = bytes(longFrame());
    atRequest =
        () -> {
          if (requests == REQUESTS / 2) {
            throw new IllegalStateException("a bug");
          }
        };
    channel.writeInbound(frame);
    assertEquals(REQUESTS / 2, requests);
    assertFalse(channel.isOpen());
    assertEquals(0, frame.refCnt());
    channel.finishAndReleaseAll();
  }
}
