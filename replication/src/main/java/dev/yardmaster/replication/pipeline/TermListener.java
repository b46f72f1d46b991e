package dev.yardmaster.replication.pipeline;

import dev.yardmaster.processor.Pipeline;

/**
 * Learns when this machine becomes the leader and when it stops leading. The log's thread calls the
 * methods, one after the other; the methods must not wait.
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

  /** The pipeline of a term accepts transactions from now on. */
  void opened(Pipeline pipeline, long term);

  /** The pipeline accepts no transactions any more. It is closed after this method has returned. */
  void closing(Pipeline pipeline);
}
