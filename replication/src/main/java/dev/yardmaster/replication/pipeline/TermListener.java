package dev.yardmaster.replication.pipeline;

import dev.yardmaster.processor.Pipeline;

/**
 * Learns when this machine begins and stops to lead. The log's thread calls the methods, one after
 * the other; they must not wait.
 */
public interface TermListener {

  /** The listener that ignores all calls. */
  TermListener NONE =
      new TermListener() {
        @Override
        public void opened(Pipeline pipeline, long term) {}

        @Override
        public void closing(Pipeline pipeline) {}
      };

  /** The pipeline of a term accepts transactions. */
  void opened(Pipeline pipeline, long term);

  /** The pipeline accepts no more transactions, and is closed when this method has returned. */
  void closing(Pipeline pipeline);
}
