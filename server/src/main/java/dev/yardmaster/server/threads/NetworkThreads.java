package dev.yardmaster.server.threads;

import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineParts;
import io.netty.channel.EventLoopGroup;

/** The threads that run connections. */
public interface NetworkThreads extends AutoCloseable {

  /** The event loops. */
  EventLoopGroup loops();

  /** Starts a pipeline, on these threads or on its own. */
  Pipeline start(PipelineConfig config, PipelineParts parts);

  /** Ends the threads, after the pipeline was closed; pending answers are written first. */
  @Override
  void close();
}
