package dev.yardmaster.server.backend;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineCounters;
import dev.yardmaster.processor.PipelineLoad;
import dev.yardmaster.replication.pipeline.TermListener;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;

/**
 * The pipelines of the terms in which a server has led. The object contains the open pipeline, and
 * the totals of all pipelines. Any thread may call the methods, except those of the listener.
 */
final class ClusterTerms implements TermListener {

  private final Runnable changed;

  @Shared(
      writers = "the log's thread",
      readers = "any thread",
      access = "volatile reference to an immutable record; null if this server does not lead")
  private volatile Open open;

  @Shared(
      writers = "the log's thread",
      readers = "threads that show figures",
      access = "guarded by this object's monitor, like the following fields")
  private PipelineCounters earlier = PipelineCounters.NONE;

  private long earlierOverloaded;
  private MeterRegistry registry;
  private ClusterMeters.OfTerm meters;

  /** A pipeline that is open in a term. */
  record Open(Pipeline pipeline, long term) {}

  /**
   * Creates the object of a server that does not lead yet; {@code changed} runs after a pipeline is
   * opened or closed.
   */
  ClusterTerms(Runnable changed) {
    this.changed = changed;
  }

  /** Returns the open pipeline; null if the server does not lead. */
  Open open() {
    return open;
  }

  @Override
  public void opened(Pipeline pipeline, long term) {
    synchronized (this) {
      open = new Open(pipeline, term);
      bind();
    }
    changed.run();
  }

  @Override
  public void closing(Pipeline pipeline) {
    synchronized (this) {
      earlier = earlier.plus(pipeline.counters());
      earlierOverloaded += pipeline.load().overloaded();
      open = null;
      if (meters != null) {
        meters.close();
        meters = null;
      }
    }
    changed.run();
  }

  /** Returns the totals of all terms. */
  synchronized PipelineCounters counters() {
    return open == null ? earlier : earlier.plus(open.pipeline().counters());
  }

  /** Returns the load of the open pipeline, with the refusals of all terms. */
  synchronized PipelineLoad load() {
    if (open == null) {
      return new PipelineLoad(0, 0, 0, earlierOverloaded, Map.of());
    }
    PipelineLoad load = open.pipeline().load();
    return new PipelineLoad(
        load.inFlight(),
        load.waitingForKeys(),
        load.window(),
        earlierOverloaded + load.overloaded(),
        load.queueDepths());
  }

  /**
   * Adds the meters of the open pipeline. From now on, each pipeline's meters are registered while
   * the pipeline is open.
   */
  synchronized void bindTo(MeterRegistry given) {
    registry = given;
    bind();
  }

  private void bind() {
    if (registry != null && open != null) {
      meters = ClusterMeters.OfTerm.bind(registry, open.pipeline());
    }
  }
}
