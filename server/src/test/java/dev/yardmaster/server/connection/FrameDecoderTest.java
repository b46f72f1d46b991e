package dev.yardmaster.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.YardmasterException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FrameDecoderTest {

  private static final int MAX_BYTES = 1_000;
  private static final int TIMEOUT_MS = 60_000;

  private final ByteBudget budget = new ByteBudget(10_000, null);
  private final List<YardmasterException> refused = new ArrayList<>();
  private final EmbeddedChannel channel =
      new EmbeddedChannel(new FrameDecoder(MAX_BYTES, budget, TIMEOUT_MS, refused::add));

  /** Tests frames of random lengths that arrive in random pieces. */
  @Test
  void chargesExactlyTheBytesOfTheUnfinishedFrame() {
    SplittableRandom random = new SplittableRandom(3);
    int begun = 0;
    int length = -1;
    for (int i = 0; i < 2_000; i++) {
      if (length < 0) {
        length = random.nextInt(MAX_BYTES);
        begun = 0;
      }
      ByteBuf frame = Unpooled.buffer().writeInt(length).writeZero(length);
      int most = frame.readableBytes() - begun;
      int piece = 1 + random.nextInt(most);
      channel.writeInbound(frame.slice(begun, piece));
      begun += piece;
      if (begun == Integer.BYTES + length) {
        ByteBuf whole = channel.readInbound();
        assertEquals(length, whole.readableBytes());
        whole.release();
        length = -1;
        assertEquals(0, budget.held());
      } else {
        assertEquals(begun, budget.held());
      }
    }
    assertEquals(List.of(), refused);
  }

  @Test
  void aDecoderThatIsRemovedHasNoTimerAndHoldsNothing() {
    channel.writeInbound(Unpooled.buffer().writeInt(100).writeZero(10));
    assertEquals(14, budget.held());
    assertTrue(channel.runScheduledPendingTasks() > 0, "the frame has a deadline");
    channel.pipeline().remove(FrameDecoder.class);
    assertEquals(0, budget.held());
    assertEquals(-1, channel.runScheduledPendingTasks(), "a timer would hold the connection");
  }

  @Test
  void whileItPausesItChargesWhatArrivesAndDoesNotReadOn() throws Exception {
    int[] reads = {0};
    channel
        .pipeline()
        .addFirst(
            new ChannelOutboundHandlerAdapter() {
              @Override
              public void read(ChannelHandlerContext context) {
                reads[0]++;
              }
            });
    channel.config().setAutoRead(false);
    FrameDecoder decoder = channel.pipeline().get(FrameDecoder.class);
    decoder.pause();
    channel.writeInbound(Unpooled.buffer().writeInt(3).writeZero(3));
    assertNull(channel.readInbound());
    assertEquals(7, budget.held());
    assertEquals(0, reads[0]);
    decoder.resume();
    ByteBuf frame = channel.readInbound();
    assertEquals(3, frame.readableBytes());
    frame.release();
    assertEquals(0, budget.held());
  }

  @Test
  void refusesBytesBeyondTheBudget() {
    assertTrue(budget.charge(9_950));
    channel.writeInbound(Unpooled.buffer().writeInt(100).writeZero(40));
    assertEquals(List.of(), refused);
    channel.writeInbound(Unpooled.buffer().writeZero(10));
    assertEquals(1, refused.size());
    assertEquals(9_994, budget.held());
  }
}
