package dev.yardmaster.proof.wirefuzz;

import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.server.connection.Acceptor;
import dev.yardmaster.server.connection.Connections;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Runs the inputs of {@link WireFuzz} over real sockets, against a server with threads. */
public final class SocketFuzz {

  private static final int HONEST_EVERY = 50;
  private static final int DEADLINE_MS = 20_000;

  private final long seed;

  /** Creates a run with the inputs of a seed. */
  public SocketFuzz(long seed) {
    this.seed = seed;
  }

  /**
   * Runs inputs, one client after the other.
   *
   * @throws FuzzFailure if a check fails
   */
  public void run(int inputs) throws IOException {
    SplittableRandom seeds = new SplittableRandom(seed);
    EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    try (LeakWatch leaks = new LeakWatch();
        Pipeline pipeline =
            Pipeline.start(
                PipelineConfig.builder()
                    .maxValueBytes(FuzzLimits.MAX_VALUE_BYTES)
                    .maxKeysPerTransaction(FuzzLimits.MAX_KEYS)
                    .maxTransactionBytes(FuzzLimits.MAX_TRANSACTION_BYTES)
                    .build())) {
      pipeline.register(new CountProcedure());
      Connections connections = new Connections(FuzzLimits.SETTINGS);
      try (Acceptor acceptor =
          Acceptor.listen(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
              loops,
              null,
              pipeline.encoded(),
              (token, certificate) -> FuzzLimits.client(token),
              FuzzLimits.SETTINGS,
              connections)) {
        for (int i = 0; i < inputs; i++) {
          FuzzInput input = FuzzInput.draw(seeds.nextLong());
          try {
            take(acceptor.address(), input);
          } catch (FuzzFailure | IOException failure) {
            throw new FuzzFailure("input " + i + " of seed " + seed, failure);
          }
          if (i % HONEST_EVERY == 0) {
            serveHonestly(acceptor.address(), i);
          }
          leaks.check();
        }
        awaitEmpty(connections, pipeline);
      }
      leaks.checkAll();
    } finally {
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
  }

  private static void take(InetSocketAddress address, FuzzInput input) throws IOException {
    Expectation expected = Expectation.of(input.bytes());
    Received received = new Received();
    try (Socket socket = connect(address)) {
      try {
        for (byte[] segment : input.segments()) {
          socket.getOutputStream().write(segment);
        }
        receive(socket.getInputStream(), expected, received);
      } catch (SocketException reset) {
        FuzzFailure.unless(
            expected.violation() != null || expected.saidGoodbye() || expected.asksTooMuch(),
            "a correct client is reset");
      }
    }
    if (expected.violation() != null && !expected.saidGoodbye()) {
      FuzzFailure.unless(
          received.isSentAway(), () -> "the client is not disconnected: " + expected.violation());
    }
    received.check(expected);
  }

  /**
   * Receives bytes until all expected messages have arrived or the server has closed the
   * connection.
   */
  private static void receive(InputStream in, Expectation expected, Received received)
      throws IOException {
    boolean untilEnd = expected.violation() != null || expected.saidGoodbye();
    byte[] buffer = new byte[1 << 16];
    while (!received.isSentAway() && (untilEnd || !received.hasAll(expected))) {
      int length = in.read(buffer);
      if (length < 0) {
        break;
      }
      received.add(Arrays.copyOf(buffer, length));
    }
  }

  private static void serveHonestly(InetSocketAddress address, long number) throws IOException {
    Received received = new Received();
    try (Socket socket = connect(address)) {
      socket.getOutputStream().write(HonestClient.writesAndReads(number));
      received.add(socket.getInputStream().readAllBytes());
    }
    HonestClient.check(received, number);
  }

  private static Socket connect(InetSocketAddress address) throws IOException {
    Socket socket = new Socket();
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(DEADLINE_MS);
    socket.connect(address, DEADLINE_MS);
    return socket;
  }

  private static void awaitEmpty(Connections connections, Pipeline pipeline) {
    long beganNs = System.nanoTime();
    while (connections.connections() > 0
        || connections.isBusy()
        || pipeline.load().inFlight() > 0) {
      FuzzFailure.unless(
          System.nanoTime() - beganNs < TimeUnit.MILLISECONDS.toNanos(DEADLINE_MS),
          () ->
              "resources are not released: "
                  + connections.connections()
                  + " connections, "
                  + connections.openRequests()
                  + " requests, "
                  + pipeline.load());
      LockSupport.parkNanos(1_000_000);
    }
  }
}
