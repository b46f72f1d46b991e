package dev.yardmaster.benchmarks.virtual;

import dev.yardmaster.validator.ValidatorAgent;
import dev.yardmaster.validator.ValidatorCounter;
import org.agrona.concurrent.Agent;

/** An agent, with what its own counters tell of its work. For the thread that runs it. */
final class MeteredAgent {

  /** What an agent is in the pipeline, by its name. */
  enum Role {
    COORDINATOR,
    STORAGE,
    PREPARER,
    REORDERER,
    VALIDATOR,
    OTHER
  }

  private final Agent agent;
  private final Role role;
  private final Meter meter;
  private final ValidatorAgent counting;
  private long requests;
  private long edges;
  private long reordered;
  private long proven;

  MeteredAgent(Agent agent, Meter meter) {
    this.agent = agent;
    this.meter = meter;
    this.role = roleOf(agent.roleName());
    this.counting = agent instanceof ValidatorAgent validator ? validator : null;
  }

  static Role roleOf(String name) {
    if (name.startsWith("processor")) {
      return Role.COORDINATOR;
    }
    if (name.startsWith("storage")) {
      return Role.STORAGE;
    }
    if (name.startsWith("preparer")) {
      return Role.PREPARER;
    }
    if (name.startsWith("reorder")) {
      return Role.REORDERER;
    }
    return name.equals("validator") ? Role.VALIDATOR : Role.OTHER;
  }

  Role role() {
    return role;
  }

  /** Runs a duty cycle; gives what it did. */
  int run() throws Exception {
    int work = agent.doWork();
    settle();
    meter.did(cycle(work), 1);
    return work;
  }

  private Chore cycle(int work) {
    if (work == 0) {
      return Chore.IDLE_CYCLE;
    }
    return switch (role) {
      case COORDINATOR, OTHER -> Chore.COORDINATION;
      case STORAGE -> Chore.STORAGE_BATCH;
      case PREPARER, REORDERER, VALIDATOR -> Chore.BATCH;
    };
  }

  /** Takes note of what its counters have counted since the last time. */
  void settle() {
    if (counting == null) {
      return;
    }
    if (role == Role.REORDERER) {
      settleReorderer();
      return;
    }
    long requestsNow = counting.counter(ValidatorCounter.REQUESTS);
    if (requestsNow != requests) {
      meter.did(Chore.REQUEST, requestsNow - requests);
      requests = requestsNow;
    }
  }

  private void settleReorderer() {
    long reorderedNow = counting.counter(ValidatorCounter.REORDERED);
    if (reorderedNow == reordered) {
      return;
    }
    long provenNow = counting.counter(ValidatorCounter.PROVEN);
    long edgesNow = counting.counter(ValidatorCounter.EDGES);
    meter.did(Chore.EDGE, edgesNow - edges);
    meter.did(Chore.SEARCH, reorderedNow - reordered - (provenNow - proven));
    reordered = reorderedNow;
    proven = provenNow;
    edges = edgesNow;
  }
}
