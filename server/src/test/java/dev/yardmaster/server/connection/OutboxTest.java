package dev.yardmaster.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.yardmaster.wire.schema.Response;
import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests the answers of an open connection and of a closed connection. */
class OutboxTest {

  private static final int MAX_FRAME_BYTES = 1_000;
  private static final int HELD_BYTES = 10;

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final ByteBudget budget = new ByteBudget(100, null);
  private final AtomicInteger answered = new AtomicInteger();
  private final AtomicInteger made = new AtomicInteger();
  private final Outbox outbox =
      new Outbox(channel, new AnswerLength(MAX_FRAME_BYTES), budget, answered::addAndGet);

  private Response response() {
    made.incrementAndGet();
    return Response.newBuilder().setRequestId(1).build();
  }

  private void addAnswers() {
    outbox.add(Answer.holding(Holding.of(budget, HELD_BYTES), this::response));
    outbox.add(Answer.holding(Holding.of(budget, HELD_BYTES), this::response));
    // For example, the end of a transaction has no response if no step is under way.
    outbox.add(() -> null);
  }

  @Test
  void answersAreWrittenInOneFrame() {
    addAnswers();
    assertEquals(2 * HELD_BYTES, budget.held());
    channel.runPendingTasks();
    ByteBuf frame = channel.readOutbound();
    assertNotNull(frame);
    frame.release();
    assertNull(channel.readOutbound());
    assertEquals(2, made.get());
    assertEquals(2, answered.get());
    assertEquals(0, budget.held());
  }

  @Test
  void answersOfAClosedConnectionAreDroppedWithoutAResponse() {
    var unused = channel.close();
    addAnswers();
    outbox.write();
    assertNull(channel.readOutbound());
    assertEquals(0, made.get());
    assertEquals(2, answered.get());
    assertEquals(0, budget.held());
  }

  @Test
  void answerThatCannotBeDroppedDoesNotKeepOthers() {
    var unused = channel.close();
    outbox.add(
        () -> {
          throw new IllegalStateException("a bug");
        });
    addAnswers();
    outbox.write();
    assertEquals(3, answered.get());
    assertEquals(0, budget.held());
  }

  @Test
  void anErrorOfAnAnswerEndsTheConnectionAndLosesNoCount() {
    outbox.add(
        () -> {
          throw new StackOverflowError("a bug");
        });
    addAnswers();
    channel.runPendingTasks();
    assertFalse(channel.isOpen());
    outbox.write();
    channel.releaseOutbound();
    assertEquals(3, answered.get());
    assertEquals(0, budget.held());
  }

  @Test
  void anErrorOfADroppedAnswerDoesNotKeepOthers() {
    var unused = channel.close();
    outbox.add(
        () -> {
          throw new StackOverflowError("a bug");
        });
    addAnswers();
    outbox.write();
    assertEquals(3, answered.get());
    assertEquals(0, budget.held());
  }
}
