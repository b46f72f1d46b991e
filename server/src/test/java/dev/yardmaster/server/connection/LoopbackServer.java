package dev.yardmaster.server.connection;

import dev.yardmaster.client.ClientConfig;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.server.security.ConnectionTls;
import dev.yardmaster.server.security.Identification;
import dev.yardmaster.server.security.Principal;
import dev.yardmaster.server.security.Role;
import dev.yardmaster.service.EncodedCalls;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** A server that listens on the loopback address and passes requests to a pipeline. */
final class LoopbackServer implements AutoCloseable {

  static final ConnectionLimits SETTINGS =
      new ConnectionLimits(
          "test", 1 << 20, 1000, 10_000, 100, 100, 100, 1000, 20, 100_000, 2_000, 2_000, 30_000,
          1 << 18, 1 << 20);

  /** Identifies every client as a principal that may read and write. */
  static final Identification EVERYBODY =
      (token, certificate) -> () -> new Principal("everybody", Set.of(Role.READ, Role.WRITE));

  private final Pipeline pipeline;
  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final Connections connections;
  private final Acceptor acceptor;

  LoopbackServer(Pipeline pipeline) {
    this(pipeline, SETTINGS, EVERYBODY, null);
  }

  LoopbackServer(
      Pipeline pipeline,
      ConnectionLimits settings,
      Identification identification,
      ConnectionTls tls) {
    this(pipeline, pipeline.encoded(), settings, identification, tls);
  }

  /** Creates a server that passes calls to another service instead of the pipeline. */
  LoopbackServer(
      Pipeline pipeline,
      EncodedCalls service,
      ConnectionLimits settings,
      Identification identification,
      ConnectionTls tls) {
    this.pipeline = pipeline;
    connections = new Connections(settings);
    acceptor =
        Acceptor.listen(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            loops,
            tls,
            service,
            identification,
            settings,
            connections);
  }

  Pipeline pipeline() {
    return pipeline;
  }

  Connections connections() {
    return connections;
  }

  Acceptor acceptor() {
    return acceptor;
  }

  String address() {
    return "127.0.0.1:" + acceptor.address().getPort();
  }

  ClientConfig.Builder client() {
    return ClientConfig.builder().address(address());
  }

  /** Closes the connections and ends the threads, but not the pipeline. */
  void closeConnections() {
    acceptor.close();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  @Override
  public void close() {
    closeConnections();
    pipeline.close();
  }
}
