package dev.yardmaster.proof.wirefuzz;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.processor.CallerWait;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineLoad;
import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.server.connection.Acceptor;
import dev.yardmaster.server.connection.Connections;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.NanoClock;

/**
 * Runs a server's connections and its pipeline on the calling thread, without sockets. Only this
 * class advances the clock. An instance is for use by one thread.
 */
final class SteppedServer implements AutoCloseable {

  /**
   * The maximum number of bytes that the server may allocate for one input, including bytes that
   * are released again. The bound is this constant plus an amount for each byte of the input. The
   * constant covers a connection and the work of a pipeline. The amount for each byte covers the
   * cost of error answers, because the shortest request that gets an error answer has two bytes.
   */
  private static final long ALLOCATED_BYTES_PER_CONNECTION = 4L << 20;

  private static final long ALLOCATED_BYTES_PER_BYTE = 4_000;

  /**
   * The upper bound of the bytes that one input may make the server send. The bound is this
   * constant plus an amount for each byte of the input.
   */
  private static final long SENT_BYTES_PER_CONNECTION = 64L << 10;

  private static final long SENT_BYTES_PER_BYTE = 200;

  private static final int MAX_TURNS = 100_000;
  private static final long TURN_NS = 20_000;

  /** The number of turns without progress after which the clock advances faster. */
  private static final int PATIENT_TURNS = 50;

  private static final long LONG_TURN_NS = 1_000_000;

  /**
   * The time, in ns, within which the server must release all resources of a disconnected client.
   * This time is far less than a transaction's timeout.
   */
  private static final long LEFT_BEHIND_NS = 500_000_000;

  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final UnpooledByteBufAllocator buffers = new UnpooledByteBufAllocator(false);
  private final Connections connections = new Connections(FuzzLimits.SETTINGS);
  private final Pipeline pipeline;
  private long nowNs;

  SteppedServer(long seed) {
    pipeline =
        Pipeline.assemble(
            PipelineConfig.builder()
                .concurrency(32)
                .batchSize(8)
                .waitingTransactions(64)
                .committedVersions(1 << 10)
                .maxValueBytes(FuzzLimits.MAX_VALUE_BYTES)
                .maxKeysPerTransaction(FuzzLimits.MAX_KEYS)
                .maxTransactionBytes(FuzzLimits.MAX_TRANSACTION_BYTES)
                .maxOutcomes(1 << 10)
                .seed(seed)
                .build(),
            new SteppedParts(seed),
            () -> {});
    pipeline.register(new CountProcedure());
  }

  private final class SteppedParts extends PipelineParts {
    SteppedParts(long seed) {
      super(seed, ~seed);
    }

    @Override
    public NanoClock clock() {
      return () -> nowNs;
    }

    @Override
    public EpochClock epochClock() {
      return () -> ClientScript.NOW_MS;
    }

    @Override
    public CallerWait callerWait() {
      return (waits, over) -> step();
    }

    @Override
    public CallerWait closingWait() {
      return callerWait();
    }
  }

  /** Sends an input as a client, and checks the result. */
  void take(FuzzInput input, SplittableRandom random) throws IOException {
    Expectation expected = Expectation.of(input.bytes());
    Received received = new Received();
    long allocatedBefore = THREADS.getCurrentThreadAllocatedBytes();
    EmbeddedChannel channel = connect();
    long lengthBytes = 0;
    for (byte[] segment : input.segments()) {
      awaitReading(channel, received);
      if (!channel.isOpen()) {
        break;
      }
      lengthBytes += segment.length;
      channel.writeInbound(channel.alloc().buffer(segment.length).writeBytes(segment));
      for (int turns = random.nextInt(3); turns > 0; turns--) {
        turn(channel);
      }
    }
    runUntil(channel, received, () -> connections.openRequests() == 0);
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - allocatedBefore;
    if (input.segments().size() == 1 && expected.asksTooMuchAtOnce()) {
      // All requests arrived in one segment, so the server counted all requests before it could
      // answer any request.
      FuzzFailure.unless(
          received.code() == ErrorCode.OVERLOADED,
          () -> expected.requestIds().size() + " requests of one connection are held");
    }
    checkEnd(channel, expected, received, input.vanishes());
    checkMemory(lengthBytes, allocated, received);
  }

  /** Writes a number as a correct client, reads it again, and checks the answers. */
  void serveHonestly(long number) throws IOException {
    Received received = new Received();
    EmbeddedChannel channel = connect();
    byte[] stream = HonestClient.writesAndReads(number);
    channel.writeInbound(channel.alloc().buffer(stream.length).writeBytes(stream));
    runUntil(channel, received, () -> !channel.isOpen());
    channel.finishAndReleaseAll();
    channel.checkException();
    HonestClient.check(received, number);
  }

  private EmbeddedChannel connect() {
    EmbeddedChannel channel = new EmbeddedChannel();
    channel.freezeTime();
    channel.config().setAllocator(buffers);
    channel
        .pipeline()
        .addLast(
            Acceptor.connection(
                pipeline.encoded(),
                (token, certificate) -> FuzzLimits.client(token),
                FuzzLimits.SETTINGS,
                connections));
    return channel;
  }

  /** Waits until the server reads again. Until then, the client's bytes stay in the network. */
  private void awaitReading(EmbeddedChannel channel, Received received) throws IOException {
    if (!channel.config().isAutoRead()) {
      runUntil(channel, received, () -> channel.config().isAutoRead() || !channel.isOpen());
    }
  }

  private void checkEnd(
      EmbeddedChannel channel, Expectation expected, Received received, boolean vanishes)
      throws IOException {
    if (expected.violation() != null && !expected.saidGoodbye()) {
      FuzzFailure.unless(
          received.isSentAway(), () -> "the client is not disconnected: " + expected.violation());
    } else if (!expected.saidGoodbye() && !expected.asksTooMuch()) {
      FuzzFailure.unless(
          !received.isSentAway() && channel.isOpen(),
          () -> "a correct client is disconnected: " + received.code());
    }
    if (!received.isSentAway() && expected.saidGoodbye() && expected.violation() == null) {
      FuzzFailure.unless(!channel.isOpen(), "the server does not close after goodbye");
    }
    if (channel.isOpen() && vanishes) {
      var unused = channel.close();
    } else if (channel.isOpen()) {
      // The client sends no more bytes, so the server must close the connection.
      channel.advanceTimeBy(FuzzLimits.IDLE_MS + 1L, TimeUnit.MILLISECONDS);
      runUntil(channel, received, received::isSentAway);
      channel.advanceTimeBy(FuzzLimits.IDLE_MS, TimeUnit.MILLISECONDS);
      channel.runPendingTasks();
      FuzzFailure.unless(!channel.isOpen(), "the server does not close a silent connection");
    }
    long goneNs = nowNs;
    runUntil(channel, received, this::isEmpty);
    FuzzFailure.unless(
        nowNs - goneNs < LEFT_BEHIND_NS,
        "resources of a disconnected client are kept until the timeout");
    received.check(expected);
    channel.finishAndReleaseAll();
    channel.checkException();
    FuzzFailure.unless(connections.connections() == 0, "a connection is still counted");
    pipeline
        .failure()
        .ifPresent(
            failure -> {
              throw new FuzzFailure("the pipeline failed", failure);
            });
    long held = buffers.metric().usedHeapMemory() + buffers.metric().usedDirectMemory();
    FuzzFailure.unless(held == 0, () -> held + " bytes of buffers were not released");
  }

  private static void checkMemory(long lengthBytes, long allocated, Received received) {
    FuzzFailure.unless(
        allocated <= ALLOCATED_BYTES_PER_CONNECTION + ALLOCATED_BYTES_PER_BYTE * lengthBytes,
        () -> lengthBytes + " bytes made the server allocate " + allocated);
    FuzzFailure.unless(
        received.lengthBytes() <= SENT_BYTES_PER_CONNECTION + SENT_BYTES_PER_BYTE * lengthBytes,
        () -> lengthBytes + " bytes made the server send " + received.lengthBytes());
  }

  /** Returns whether no request is in flight and none is waiting. */
  private boolean isEmpty() {
    if (connections.openRequests() != 0
        || connections.leases().held() + connections.leases().waiting() != 0) {
      return false;
    }
    PipelineLoad load = pipeline.load();
    return load.inFlight() == 0
        && load.waitingForKeys() == 0
        && load.queueDepths().values().stream().allMatch(depth -> depth == 0);
  }

  private void runUntil(EmbeddedChannel channel, Received received, BooleanSupplier done)
      throws IOException {
    for (int turn = 0; !done.getAsBoolean(); turn++) {
      FuzzFailure.unless(
          turn < MAX_TURNS,
          () ->
              "the server does not come to rest: "
                  + connections.openRequests()
                  + " requests open, "
                  + pipeline.load());
      turn(channel);
      if (turn > PATIENT_TURNS) {
        nowNs += LONG_TURN_NS;
        if (connections.leases().waiting() > 0) {
          channel.advanceTimeBy(LONG_TURN_NS, TimeUnit.NANOSECONDS);
        }
      }
      receive(channel, received);
    }
    channel.runPendingTasks();
    receive(channel, received);
  }

  private void turn(EmbeddedChannel channel) {
    step();
    channel.runPendingTasks();
  }

  private void step() {
    nowNs += TURN_NS;
    for (Agent agent : pipeline.agents()) {
      try {
        agent.doWork();
      } catch (Exception e) {
        throw new FuzzFailure("an agent of the pipeline threw", e);
      }
    }
  }

  private static void receive(EmbeddedChannel channel, Received received) throws IOException {
    ByteBuf sent;
    while ((sent = channel.readOutbound()) != null) {
      byte[] bytes = new byte[sent.readableBytes()];
      sent.readBytes(bytes).release();
      received.add(bytes);
    }
  }

  @Override
  public void close() {
    pipeline.close();
  }
}
