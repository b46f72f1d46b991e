package dev.yardmaster.benchmarks.virtual.meter;

import dev.yardmaster.processor.tuning.Tuner;
import dev.yardmaster.reorder.Solver;
import dev.yardmaster.storage.worker.StorageWorker;
import dev.yardmaster.validator.ValidatorAgent;
import dev.yardmaster.validator.ValidatorCounter;
import org.agrona.concurrent.Agent;

/**
 * An agent, and the values of its counters at the last report. Only the thread that runs the agent
 * uses an instance.
 */
public final class MeteredAgent {

  /** The role of an agent in the pipeline. */
  public enum Role {
    TUNER,
    COUNTING,
    COORDINATOR,
    STORAGE,
    PREPARER,
    REORDERER,
    VALIDATOR;

    /** Returns an agent's role; an agent without a known role is a coordinator. */
    static Role of(Agent agent) {
      if (agent instanceof ValidatorAgent validating) {
        return switch (validating.stage()) {
          case PREPARER -> PREPARER;
          case REORDERER -> REORDERER;
          case VALIDATOR -> VALIDATOR;
        };
      }
      if (agent instanceof CountingAgent) {
        return COUNTING;
      }
      if (agent instanceof StorageWorker) {
        return STORAGE;
      }
      return agent instanceof Tuner ? TUNER : COORDINATOR;
    }
  }

  private final Agent agent;
  private final Role role;
  private final WorkMeter meter;
  private final ValidatorAgent counting;
  private final boolean greedy;
  private long requests;
  private long passed;
  private long batches;
  private long edges;
  private long reordered;
  private long proven;
  private long byDegree;

  /**
   * Creates a metered agent.
   *
   * @param solver the solver of the agent's pipeline
   */
  public MeteredAgent(Agent agent, Solver solver, WorkMeter meter) {
    this.agent = agent;
    this.meter = meter;
    this.role = Role.of(agent);
    this.greedy = solver != Solver.OPTIMAL;
    this.counting = agent instanceof ValidatorAgent validator ? validator : null;
  }

  /** Returns the role of the agent in the pipeline. */
  public Role role() {
    return role;
  }

  /** Runs a duty cycle. Returns the amount of work of the duty cycle. */
  public int run() throws Exception {
    int work = agent.doWork();
    settle();
    if (work == 0 || role != Role.COUNTING) {
      meter.did(cycle(work), 1);
    }
    return work;
  }

  private PipelineOperation cycle(int work) {
    if (work == 0) {
      return PipelineOperation.IDLE_CYCLE;
    }
    return switch (role) {
      case COORDINATOR, TUNER, COUNTING -> PipelineOperation.COORDINATION;
      case STORAGE -> PipelineOperation.STORAGE_BATCH;
      case PREPARER -> closedBatch() ? PipelineOperation.BATCH : PipelineOperation.IDLE_CYCLE;
      case REORDERER, VALIDATOR -> PipelineOperation.BATCH;
    };
  }

  /**
   * Returns whether the preparer has closed a batch. If not, the preparer has passed on requests
   * one by one.
   */
  private boolean closedBatch() {
    long closed =
        counting.counter(ValidatorCounter.CLOSED_FULL)
            + counting.counter(ValidatorCounter.CLOSED_IDLE)
            + counting.counter(ValidatorCounter.CLOSED_AGE);
    boolean more = closed != batches;
    batches = closed;
    if (!more) {
      // A request that is passed on alone, and not in a batch, goes through one more queue.
      meter.did(PipelineOperation.REQUEST, requests - passed);
    }
    passed = requests;
    return more;
  }

  /** Reports the increase of the agent's counters since the last call. */
  public void settle() {
    if (counting == null) {
      return;
    }
    if (role == Role.REORDERER) {
      settleReorderer();
      return;
    }
    long requestsNow = counting.counter(ValidatorCounter.REQUESTS);
    if (requestsNow != requests) {
      meter.did(PipelineOperation.REQUEST, requestsNow - requests);
      requests = requestsNow;
    }
  }

  private void settleReorderer() {
    long reorderedNow = counting.counter(ValidatorCounter.REORDERED);
    if (reorderedNow == reordered) {
      return;
    }
    long byDegreeNow = counting.counter(ValidatorCounter.REORDERED_BY_DEGREE);
    long edgesNow = counting.counter(ValidatorCounter.EDGES);
    long provenNow = counting.counter(ValidatorCounter.PROVEN);
    if (greedy || byDegreeNow != byDegree) {
      meter.did(PipelineOperation.GREEDY_EDGE, edgesNow - edges);
    } else {
      meter.did(PipelineOperation.EDGE, edgesNow - edges);
      meter.did(PipelineOperation.SEARCH, reorderedNow - reordered - (provenNow - proven));
    }
    reordered = reorderedNow;
    byDegree = byDegreeNow;
    proven = provenNow;
    edges = edgesNow;
  }
}
