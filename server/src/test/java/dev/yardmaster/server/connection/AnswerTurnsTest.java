package dev.yardmaster.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.server.security.Principal;
import dev.yardmaster.server.security.Role;
import dev.yardmaster.wire.schema.ClientFrame;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Tests that the event loop's thread alternates between long answers and other work. */
class AnswerTurnsTest {

  private static final int ANSWERS = 20;
  private static final byte[] VALUE = new byte[100_000];

  /** Answers each request with a long answer, before the call returns. */
  private static final class Calls extends ForwardingCalls {

    Calls() {
      super(null);
    }

    @Override
    public CompletionStage<Outcome<OneShot.Result>> submit(
        OneShot oneShot, TransactionOptions options) {
      return CompletableFuture.completedStage(
          new Outcome.Committed<>(oneShot.resultOf(new byte[][] {VALUE}), 1, 1, 0, null));
    }
  }

  /** Submits a task at each frame, and records how many frames were written before the task ran. */
  private static final class OtherWork extends ChannelOutboundHandlerAdapter {

    private final List<Integer> framesBefore = new ArrayList<>();
    private int frames;

    @Override
    public void write(ChannelHandlerContext context, Object frame, ChannelPromise promise) {
      frames++;
      context.channel().eventLoop().execute(() -> framesBefore.add(frames));
      var unused = context.write(frame, promise);
    }
  }

  @Test
  void otherWorkHasItsTurnAfterEachFillingOfTheBuffer() {
    ConnectionLimits limits = new TestSettings().build();
    Principal reader = new Principal("reader", Set.of(Role.READ));
    OtherWork work = new OtherWork();
    EmbeddedChannel channel = new EmbeddedChannel();
    channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(1 << 15, 1 << 16));
    channel
        .pipeline()
        .addLast(
            new ServerConnection(
                new Calls(),
                (token, certificate) -> () -> reader,
                limits,
                new Connections(limits)));
    channel.pipeline().addFirst(work);
    ClientFrame.Builder frame = RawClient.hello("reader").toBuilder();
    for (int i = 1; i <= ANSWERS; i++) {
      frame.addRequests(RawRequests.read(i, 1));
    }
    byte[] bytes = frame.build().toByteArray();
    channel.writeInbound(Unpooled.buffer().writeInt(bytes.length).writeBytes(bytes));
    for (int turn = 0; turn < ANSWERS; turn++) {
      channel.runPendingTasks();
    }
    assertEquals(1 + ANSWERS, work.frames, "the welcome and the answers");
    for (int i = 0; i < work.framesBefore.size(); i++) {
      assertTrue(work.framesBefore.get(i) <= i + 2, work.framesBefore::toString);
    }
    channel.finishAndReleaseAll();
  }
}
