package dev.yardmaster.server.threads;

import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineParts;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;

/** Event loops with their own threads, separate from the pipeline's threads. */
public final class SeparateThreads implements NetworkThreads {

  private static final int CLOSE_TIMEOUT_S = 5;

  private final EventLoopGroup loops;

  /** Starts {@code count} event loops. */
  public SeparateThreads(int count) {
    loops =
        new MultiThreadIoEventLoopGroup(
            count, new DefaultThreadFactory("yardmaster-network", true), NioIoHandler.newFactory());
  }

  @Override
  public EventLoopGroup loops() {
    return loops;
  }

  @Override
  public Pipeline start(PipelineConfig config, PipelineParts parts) {
    return Pipeline.start(config, parts);
  }

  @Override
  public void close() {
    loops.shutdownGracefully(0, CLOSE_TIMEOUT_S, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
