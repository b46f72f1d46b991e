package dev.yardmaster.server.threads;

import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineParts;
import io.netty.channel.EventLoopGroup;

/** The threads that run connections. */
public interface NetworkThreads extends AutoCloseable {

  /** Returns the event loops. */
  EventLoopGroup loops();

  /** Starts a pipeline, either on these threads or on threads that belong to the pipeline. */
  Pipeline start(PipelineConfig config, PipelineParts parts);

  /**
   * Writes the pending answers and ends the threads. Call this method after the pipeline is closed.
   */
  @Override
  void close();
}
