package dev.yardmaster.validator;

import dev.yardmaster.reorder.AccessSets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/**
 * The validator's agents and the queues between them. All agents may run on one thread, or each on
 * its own; the last of {@link #agents} owns the commit order.
 */
public final class Validator {

  private final List<Queue<ValidationRequest>> inboxes;
  private final List<ValidatorAgent> agents = new ArrayList<>();

  /**
   * Creates a validator.
   *
   * @param settings how batches are made and reordered, within the configuration
   * @param inboxes the queues for requests: one for each preparer; a single one without batching
   * @param committed the table of committed versions, empty
   * @param watermark advanced by the validator
   * @param ranges the ranges that scans are validated against
   * @param log the queue for commits that must be on disk before they are answered, in commit
   *     order, with room for all of them; null if all commits are answered at once
   * @param accessSets supplies one object for each reorder worker
   * @param requests most requests that are under way at once
   * @param links creates the queues between the agents
   */
  public Validator(
      ValidatorConfig config,
      BatchSettings settings,
      List<Queue<ValidationRequest>> inboxes,
      CommittedVersions committed,
      Watermark watermark,
      LogicalRanges ranges,
      Queue<ValidationRequest> log,
      Supplier<AccessSets> accessSets,
      int requests,
      BatchLinks links,
      NanoClock clock) {
    this.inboxes = List.copyOf(inboxes);
    BackwardValidation validation =
        new BackwardValidation(
            config, committed, watermark, ranges, log, clock, new ValidatorCounters());
    if (config.batching()) {
      buildBatching(config, settings, committed, accessSets, validation, requests, links, clock);
    } else {
      agents.add(
          new DirectValidator(
              "validator", this.inboxes.get(0), validation, config.batchSize(), clock));
    }
  }

  private void buildBatching(
      ValidatorConfig config,
      BatchSettings settings,
      CommittedVersions committed,
      Supplier<AccessSets> accessSets,
      BackwardValidation validation,
      int requests,
      BatchLinks links,
      NanoClock clock) {
    int workers = config.reordering() ? config.reorderWorkers() : 1;
    // One batch that fills, one in each worker, one that waits for each worker, one in validation.
    int batchesEach = 2 * workers + 2;
    int batches = batchesEach * config.preparers();
    Queue<Batch> ordered = links.link(1, batches);
    Queue<ValidationRequest> direct = links.link(1, requests);
    Queue<Batch> toReorder = config.reordering() ? links.link(workers, batches) : ordered;
    for (int i = 0; i < config.preparers(); i++) {
      agents.add(
          new BatchPreparer(
              "preparer-" + i,
              inboxes.get(i),
              toReorder,
              ordered,
              direct,
              links.link(1, batchesEach),
              batchesEach,
              config.batchSize(),
              workers,
              settings,
              clock));
    }
    for (int i = 0; config.reordering() && i < workers; i++) {
      agents.add(
          new ReorderWorker(
              "reorder-" + i,
              toReorder,
              ordered,
              committed,
              accessSets.get(),
              config.reorder().withSeed(config.reorder().seed() + i),
              settings,
              config.batchSize(),
              config.conflictReports(),
              clock));
    }
    agents.add(
        new BatchValidator("validator", ordered, direct, validation, config.batchSize(), clock));
  }

  /** The agents, in the order in which a request passes them. */
  public List<ValidatorAgent> agents() {
    return List.copyOf(agents);
  }

  /** The queue for a coordinator's requests. */
  public Queue<ValidationRequest> inbox(int coordinator) {
    return inboxes.get(coordinator % inboxes.size());
  }

  /** The number of agents that take requests from coordinators. */
  public int preparers() {
    return inboxes.size();
  }

  /** Time that reorder workers spent at work, in ns; any thread. */
  public long reorderBusyNs() {
    long sum = 0;
    for (ValidatorAgent agent : agents) {
      if (agent.stage() == ValidatorAgent.Stage.REORDERER) {
        sum += agent.counter(ValidatorCounter.BUSY_NS);
      }
    }
    return sum;
  }

  /** Returns a counter's sum over all agents; any thread. */
  public long counter(ValidatorCounter counter) {
    long sum = 0;
    for (ValidatorAgent agent : agents) {
      sum += agent.counter(counter);
    }
    return sum;
  }
}
