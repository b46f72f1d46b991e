package dev.yardmaster.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.server.security.Principal;
import dev.yardmaster.server.security.Role;
import dev.yardmaster.service.EncodedCalls;
import dev.yardmaster.wire.WireProtocol;
import dev.yardmaster.wire.schema.Call;
import dev.yardmaster.wire.schema.ClientFrame;
import dev.yardmaster.wire.schema.Request;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests that the server alternates between the requests of a long frame and the requests of other
 * connections.
 */
@Timeout(60)
class LongFrameTest {

  private static final int REQUESTS = 1_000;
  private static final int REQUESTS_PER_TURN = 128;
  private static final int TIMEOUT_S = 20;

  private final TestSettings settings = new TestSettings();
  private final Pipeline pipeline = Pipeline.start(PipelineConfig.builder().build());
  private final Calls calls = new Calls(pipeline.encoded());
  private LoopbackServer server;

  /**
   * Records the names of the called procedures. The outcomes of the calls are errors, because the
   * service does not know the procedures. The first call waits until the test releases it.
   */
  private static final class Calls extends ForwardingCalls {

    private final CountDownLatch first = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final List<String> procedures = new ArrayList<>();
    private volatile boolean answersAtOnce;

    /** The number of calls after which each call throws an error. */
    private volatile int sound = Integer.MAX_VALUE;

    Calls(EncodedCalls service) {
      super(service);
    }

    @Override
    public CompletionStage<Outcome<byte[]>> submit(
        String procedure, byte[] argument, TransactionOptions options) {
      first.countDown();
      await(goOn);
      synchronized (this) {
        procedures.add(procedure);
        if (procedures.size() > sound) {
          throw new StackOverflowError("a bug");
        }
      }
      return super.submit(procedure, argument, options);
    }

    @Override
    public CompletionStage<Outcome<OneShot.Result>> submit(
        OneShot oneShot, TransactionOptions options) {
      return answersAtOnce
          ? CompletableFuture.completedStage(
              new Outcome.Rejected<>(new YardmasterException(ErrorCode.CLOSED, "at once")))
          : super.submit(oneShot, options);
    }

    synchronized List<String> procedures() {
      return List.copyOf(procedures);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(TIMEOUT_S, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void start() {
    server =
        new LoopbackServer(
            pipeline,
            calls,
            settings.build(),
            (token, certificate) -> () -> new Principal(token, Set.of(Role.WRITE)),
            null);
  }

  @AfterEach
  void close() {
    calls.goOn.countDown();
    server.close();
  }

  private RawClient client(String name) throws IOException {
    RawClient client = RawClient.silent(server.acceptor().address());
    client.send(RawClient.hello(name));
    assertTrue(client.ask(RawRequests.read(1, 1)).hasCommitted());
    return client;
  }

  private static Request.Builder call(long requestId, String procedure, int argumentBytes) {
    return Request.newBuilder()
        .setRequestId(requestId)
        .setCall(
            Call.newBuilder()
                .setProcedure(procedure)
                .setArgument(ByteString.copyFrom(new byte[argumentBytes])));
  }

  private static ClientFrame.Builder frame(long firstId, String procedure, int argumentBytes) {
    ClientFrame.Builder frame = ClientFrame.newBuilder();
    for (int i = 0; i < REQUESTS; i++) {
      frame.addRequests(call(firstId + i, procedure, argumentBytes));
    }
    return frame;
  }

  private static byte[] bytes(ClientFrame... frames) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (ClientFrame frame : frames) {
      bytes.write(
          ByteBuffer.allocate(WireProtocol.LENGTH_BYTES).putInt(frame.getSerializedSize()).array());
      bytes.write(frame.toByteArray());
    }
    return bytes.toByteArray();
  }

  private void awaitNothingHeld() {
    Await.until(
        () -> server.connections().bytesHeld() == 0,
        () -> server.connections().bytesHeld() + " bytes are held");
  }

  private void assertOtherConnectionsHaveTheirTurn(int argumentBytes) throws IOException {
    start();
    try (RawClient busy = client("busy");
        RawClient other = client("other")) {
      busy.send(frame(1, "busy", argumentBytes).build());
      await(calls.first);
      other.send(call(1, "other", 0));
      calls.goOn.countDown();
      assertEquals(1, other.response().getRequestId());
      for (int i = 1; i <= REQUESTS; i++) {
        assertEquals("UNKNOWN_PROCEDURE", busy.response().getRejected().getCode());
      }
      List<String> procedures = calls.procedures();
      assertEquals(REQUESTS + 1, procedures.size());
      assertTrue(
          procedures.indexOf("other") <= 2 * REQUESTS_PER_TURN,
          "the other client's request was number " + procedures.indexOf("other"));
    }
    awaitNothingHeld();
  }

  @Test
  void otherConnectionsHaveTheirTurnWithinAFrame() throws IOException {
    assertOtherConnectionsHaveTheirTurn(0);
  }

  /** The frame does not fit into the buffer that the connection reuses. */
  @Test
  void otherConnectionsHaveTheirTurnWithinAFrameOfManyBytes() throws IOException {
    assertOtherConnectionsHaveTheirTurn(500);
  }

  @Test
  void aFrameWithoutRoomForItsRestIsReadAtOnce() throws IOException {
    int argumentBytes = 500;
    long frameBytes = frame(1, "busy", argumentBytes).build().getSerializedSize();
    // The budget has room for the requests of a turn or for the frame, but not for both.
    settings.bounds = ClientBoundsTest.bounds(8 << 20, 4 << 20, frameBytes + 100_000);
    start();
    try (RawClient busy = client("busy");
        RawClient other = client("other")) {
      busy.send(frame(1, "busy", argumentBytes).build());
      await(calls.first);
      other.send(call(1, "other", 0));
      calls.goOn.countDown();
      assertEquals(1, other.response().getRequestId());
      for (int i = 1; i <= REQUESTS; i++) {
        assertTrue(busy.response().hasRejected());
      }
      List<String> procedures = calls.procedures();
      assertEquals(procedures.size() - 1, procedures.indexOf("other"));
    }
    awaitNothingHeld();
  }

  @Test
  void framesAreReadInTheirOrder() throws IOException {
    settings.maxInFlight = 3 * REQUESTS;
    start();
    calls.goOn.countDown();
    try (RawClient client = client("client")) {
      ClientFrame[] frames = new ClientFrame[3];
      for (int i = 0; i < frames.length; i++) {
        frames[i] = frame(1 + (long) i * REQUESTS, "frame " + i, 0).setPing(i + 1).build();
      }
      client.send(bytes(frames));
      for (int i = 0; i < 3 * REQUESTS; i++) {
        assertEquals(i + 1, client.response().getRequestId());
      }
      List<String> procedures = calls.procedures();
      for (int i = 0; i < 3 * REQUESTS; i++) {
        assertEquals("frame " + i / REQUESTS, procedures.get(i));
      }
    }
  }

  @Test
  void theFirstFrameMayHaveManyRequests() throws IOException {
    start();
    calls.goOn.countDown();
    try (RawClient client = RawClient.silent(server.acceptor().address())) {
      ClientFrame.Builder first = RawClient.hello("client").toBuilder();
      for (int i = 1; i <= 2 * REQUESTS_PER_TURN; i++) {
        first.addRequests(call(i, "first", 0));
      }
      client.send(bytes(first.build(), frame(1_000, "second", 0).build()));
      for (int i = 1; i <= 2 * REQUESTS_PER_TURN; i++) {
        assertEquals(i, client.response().getRequestId());
      }
      assertEquals(1_000, client.response().getRequestId());
    }
  }

  /** Bytes that are read while a frame waits would count as an unfinished frame. */
  @Test
  void nothingIsReadWhileAFrameWaits() throws IOException {
    settings.maxInFlight = 100_000;
    settings.maxInFlightPerClient = 100_000;
    settings.bounds = ClientBoundsTest.bounds(8 << 20, 4 << 20, 300_000);
    start();
    calls.goOn.countDown();
    int frames = 50;
    try (RawClient client = client("client")) {
      byte[] bytes = bytes(frame(1, "client", 0).build());
      for (int i = 0; i < frames; i++) {
        client.send(bytes);
      }
      for (int i = 0; i < frames * REQUESTS; i++) {
        assertTrue(client.response().hasRejected());
      }
    }
  }

  @Test
  void theServerReadsOnAfterAFrameWhoseLastTurnHasNoRequest() throws IOException {
    start();
    try (RawClient client = client("client")) {
      calls.answersAtOnce = true;
      ClientFrame.Builder frame = ClientFrame.newBuilder();
      for (int i = 1; i <= REQUESTS_PER_TURN; i++) {
        frame.addRequests(RawRequests.read(i, 1));
      }
      client.send(frame.build());
      for (int i = 1; i <= REQUESTS_PER_TURN; i++) {
        assertEquals(i, client.response().getRequestId());
      }
      assertTrue(client.ask(RawRequests.read(1, 1)).hasRejected());
    }
  }

  @Test
  void aFrameThatIsMalformedInALaterTurnEndsTheConnection() throws IOException {
    start();
    calls.goOn.countDown();
    try (RawClient client = client("client")) {
      byte[] whole = frame(1, "whole", 500).build().toByteArray();
      byte[] frame = Arrays.copyOf(whole, whole.length - 1);
      client.send(ByteBuffer.allocate(WireProtocol.LENGTH_BYTES).putInt(frame.length).array());
      client.send(frame);
      assertEquals("BAD_MESSAGE", client.closing().getCode());
      assertEquals(REQUESTS - 1, calls.procedures().size());
    }
    awaitNothingHeld();
  }

  @Test
  void anErrorInALaterTurnEndsTheConnection() throws IOException {
    start();
    calls.sound = REQUESTS_PER_TURN + 1;
    calls.goOn.countDown();
    try (RawClient client = client("client")) {
      client.send(frame(1, "client", 500).build());
      Await.until(
          () -> server.connections().connections() == 0,
          () -> server.connections().connections() + " are open");
    }
    awaitNothingHeld();
  }

  @Test
  void aClientThatLeavesWithinAFrameHoldsNothing() throws IOException {
    start();
    RawClient client = client("client");
    client.send(frame(1, "client", 500).build());
    await(calls.first);
    client.reset();
    calls.goOn.countDown();
    awaitNothingHeld();
    Await.until(
        () -> server.connections().connections() == 0,
        () -> server.connections().connections() + " are open");
  }
}
