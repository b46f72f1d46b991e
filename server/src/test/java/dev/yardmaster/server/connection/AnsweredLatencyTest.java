package dev.yardmaster.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.server.backend.ServedPipeline;
import dev.yardmaster.server.live.ConnectionFigures;
import dev.yardmaster.server.live.LatencyFigures;
import dev.yardmaster.server.live.LiveFigures;
import dev.yardmaster.server.security.Principal;
import dev.yardmaster.server.security.Role;
import dev.yardmaster.wire.schema.ClientFrame;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Tests that each request has a latency from the arrival of its frame to its answer. */
class AnsweredLatencyTest {

  private static final long MS = 1_000_000;

  private long nowNs = 50_000 * MS;

  /** Leaves each request unanswered until the test answers it. */
  private static final class Calls extends ForwardingCalls {

    private final List<Runnable> answers = new ArrayList<>();

    Calls() {
      super(null);
    }

    @Override
    public CompletionStage<Outcome<OneShot.Result>> submit(
        OneShot oneShot, TransactionOptions options) {
      CompletableFuture<Outcome<OneShot.Result>> outcome = new CompletableFuture<>();
      answers.add(
          () ->
              outcome.complete(
                  new Outcome.Committed<>(oneShot.resultOf(new byte[1][]), 1, 1, 0, null)));
      return outcome;
    }
  }

  @Test
  void latenciesBeginWithTheArrivalAlsoInTheFirstFrame() {
    Calls calls = new Calls();
    try (Pipeline pipeline = Pipeline.start(PipelineConfig.defaults())) {
      LiveFigures figures =
          new LiveFigures(
              new ServedPipeline(pipeline, PipelineConfig.defaults()),
              ConnectionFigures.NONE,
              () -> nowNs,
              () -> 0);
      EmbeddedChannel channel = connected(calls, figures);
      write(channel, RawClient.hello("reader").toBuilder().addRequests(RawRequests.read(1, 1)));
      nowNs += 3 * MS;
      write(channel, ClientFrame.newBuilder().addRequests(RawRequests.read(2, 1)));
      nowNs += MS;
      calls.answers.forEach(Runnable::run);
      channel.runPendingTasks();
      nowNs += 1_000 * MS;
      figures.tick();
      LatencyFigures second = figures.snapshot().second().latency();
      assertEquals(2, second.requests());
      assertEquals(1_000, second.p50Us(), 10);
      assertEquals(4_000, second.maxUs(), 40);
      channel.finishAndReleaseAll();
    }
  }

  private static EmbeddedChannel connected(Calls calls, LiveFigures figures) {
    ConnectionLimits limits = new TestSettings().build();
    Principal reader = new Principal("reader", Set.of(Role.READ));
    Connections connections = new Connections(limits);
    connections.recordLatenciesIn(figures::latencies);
    EmbeddedChannel channel = new EmbeddedChannel();
    channel
        .pipeline()
        .addLast(
            new ServerConnection(calls, (token, certificate) -> () -> reader, limits, connections));
    return channel;
  }

  private static void write(EmbeddedChannel channel, ClientFrame.Builder frame) {
    byte[] bytes = frame.build().toByteArray();
    channel.writeInbound(Unpooled.buffer().writeInt(bytes.length).writeBytes(bytes));
  }
}
