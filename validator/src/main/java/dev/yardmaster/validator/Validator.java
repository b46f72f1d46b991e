package dev.yardmaster.validator;

import dev.yardmaster.reorder.AccessSets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/**
 * The validator's agents and the queues between them. All agents may run on one thread, or each
 * agent on its own thread. The last of the {@link #agents} determines the commit order.
 */
public final class Validator {

  private final List<Queue<ValidationRequest>> inboxes;
  private final List<ValidatorAgent> agents = new ArrayList<>();

  /**
   * Creates a validator.
   *
   * @param settings the settings for filling and reordering batches, within the limits of the
   *     configuration
   * @param inboxes the queues for requests: one queue for each preparer, or a single queue without
   *     batching
   * @param committed the table of committed versions, empty
   * @param watermark the watermark, which the validator advances
   * @param ranges the logical ranges, with which scans are validated
   * @param reservations the reserved keys, none at first
   * @param log the queue, in commit order, for commits that must be on disk before the answer; the
   *     queue must have room for all such commits. Null if all commits are answered immediately
   * @param accessSets creates the access sets for each reorder worker
   * @param requests the maximum number of requests that are in progress at the same time
   * @param links the factory that creates the queues between the agents
   */
  public Validator(
      ValidatorConfig config,
      BatchSettings settings,
      List<Queue<ValidationRequest>> inboxes,
      CommittedVersions committed,
      Watermark watermark,
      LogicalRanges ranges,
      Reservations reservations,
      Queue<ValidationRequest> log,
      Supplier<AccessSets> accessSets,
      int requests,
      BatchLinks links,
      NanoClock clock) {
    this.inboxes = List.copyOf(inboxes);
    BackwardValidation validation =
        new BackwardValidation(
            config,
            committed,
            watermark,
            ranges,
            reservations,
            log,
            clock,
            new ValidatorCounters());
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
    // The preparer fills one batch, each worker processes one batch, one batch waits for each
    // worker, and one batch is in the final validation.
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

  /** Returns the agents, in the order of a request's path. */
  public List<ValidatorAgent> agents() {
    return List.copyOf(agents);
  }

  /** Returns the queue for a coordinator's requests. */
  public Queue<ValidationRequest> inbox(int coordinator) {
    return inboxes.get(coordinator % inboxes.size());
  }

  /** Returns the number of agents that receive requests from coordinators. */
  public int preparers() {
    return inboxes.size();
  }

  /**
   * Returns the time that the agents of a stage have spent at work, in ns. Any thread may call this
   * method.
   */
  public long busyNs(ValidatorAgent.Stage stage) {
    long sum = 0;
    for (ValidatorAgent agent : agents) {
      if (agent.stage() == stage) {
        sum += agent.counter(ValidatorCounter.BUSY_NS);
      }
    }
    return sum;
  }

  /** Returns the sum of a counter over all agents. Any thread may call this method. */
  public long counter(ValidatorCounter counter) {
    long sum = 0;
    for (ValidatorAgent agent : agents) {
      sum += agent.counter(counter);
    }
    return sum;
  }
}
