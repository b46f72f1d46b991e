package dev.yardmaster.benchmarks.shards;

import dev.yardmaster.benchmarks.virtual.VirtualCores;
import dev.yardmaster.benchmarks.virtual.VirtualLink;
import dev.yardmaster.benchmarks.virtual.meter.MeteredAccesses;
import dev.yardmaster.benchmarks.virtual.meter.MeteredVersions;
import dev.yardmaster.benchmarks.virtual.meter.PipelineOperation;
import dev.yardmaster.processor.queues.RestartedFirst;
import dev.yardmaster.reorder.ReorderConfig;
import dev.yardmaster.validator.BatchLinks;
import dev.yardmaster.validator.BatchSettings;
import dev.yardmaster.validator.LogicalRanges;
import dev.yardmaster.validator.Reservations;
import dev.yardmaster.validator.ValidationRequest;
import dev.yardmaster.validator.Validator;
import dev.yardmaster.validator.ValidatorAgent;
import dev.yardmaster.validator.ValidatorConfig;
import dev.yardmaster.validator.ValidatorCounter;
import dev.yardmaster.validator.Watermark;
import java.util.AbstractQueue;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import org.agrona.concurrent.Agent;

/** The pipeline's validator, on one machine. */
final class SingleValidator implements ModeledValidator.Built {

  private static final long REPAIR_BUDGET_NS = 1_000_000_000;
  private static final int PER_SLOT = 8;

  private final boolean repair;
  private final VirtualCores cores;
  private final List<List<Agent>> schedule = new ArrayList<>();
  private final List<String> parts = new ArrayList<>();
  private final List<FlowingTransaction> transactions = new ArrayList<>();
  private final List<Queue<ValidationRequest>> inboxes = new ArrayList<>();
  private int nextInbox;
  private final Watermark watermark;
  private final List<ValidatorAgent> agents;
  private Consumer<FlowingTransaction> load = transaction -> {};

  SingleValidator(ModeledValidator settings, VirtualCores cores, double hopNs, int outstanding) {
    this.cores = cores;
    repair = settings.repair();
    for (int i = 0; i < outstanding; i++) {
      transactions.add(
          new FlowingTransaction(i, this::answered, () -> cores.did(PipelineOperation.REPAIR, 1)));
    }
    watermark = new Watermark(PER_SLOT * outstanding + 2 * settings.batchSize());
    for (int i = 0; i < settings.intakes(); i++) {
      inboxes.add(
          new RestartedFirst(
              new FromOutside<>(cores, hopNs, outstanding),
              new FromOutside<>(cores, hopNs, outstanding)));
    }
    ValidatorConfig config =
        new ValidatorConfig(
            true,
            true,
            settings.batchSize(),
            ModeledValidator.MAX_AGE_NS,
            settings.intakes(),
            settings.orderers(),
            false,
            REPAIR_BUDGET_NS,
            false,
            ReorderConfig.DEFAULT);
    Validator validator =
        new Validator(
            config,
            BatchSettings.fixed(config),
            inboxes,
            new MeteredVersions(ModeledValidator.TABLE_KEYS, cores),
            watermark,
            new LogicalRanges(watermark),
            new Reservations(1, watermark, cores),
            null,
            () -> new MeteredAccesses(cores),
            outstanding,
            new BatchLinks() {
              @Override
              public <E> Queue<E> link(int consumers, int capacity) {
                return new VirtualLink<>(cores, cores.handOverNs(), capacity);
              }
            },
            cores);
    agents = validator.agents();
    ModeledValidator.schedule(List.copyOf(agents), schedule, parts);
  }

  private void answered(FlowingTransaction transaction) {
    cores.did(PipelineOperation.DECIDED, 1);
    load.accept(transaction);
  }

  @Override
  public List<List<Agent>> schedule() {
    return schedule;
  }

  @Override
  public List<String> parts() {
    return parts;
  }

  @Override
  public FlowingTransaction transaction(int slot) {
    return transactions.get(slot);
  }

  @Override
  public void submit(FlowingTransaction transaction) {
    transaction.fillSingle(repair);
    inboxes.get(nextInbox).add(transaction.single);
    nextInbox = (nextInbox + 1) % inboxes.size();
  }

  @Override
  public void installed(long version) {
    watermark.installed(version);
  }

  @Override
  public long batches() {
    return agents.stream()
        .mapToLong(
            agent ->
                agent.counter(ValidatorCounter.CLOSED_FULL)
                    + agent.counter(ValidatorCounter.CLOSED_IDLE)
                    + agent.counter(ValidatorCounter.CLOSED_AGE))
        .sum();
  }

  @Override
  public void answerTo(Consumer<FlowingTransaction> to) {
    load = to;
  }

  /**
   * A link from other machines. Its messages cost as much processor time as messages from other
   * cores.
   */
  private static final class FromOutside<E> extends AbstractQueue<E> {
    private final VirtualCores cores;
    private final Queue<E> link;

    FromOutside(VirtualCores cores, double hopNs, int capacity) {
      this.cores = cores;
      this.link = new VirtualLink<>(cores, hopNs, capacity);
    }

    @Override
    public boolean offer(E message) {
      return link.offer(message);
    }

    @Override
    public E poll() {
      E message = link.poll();
      if (message != null) {
        cores.did(PipelineOperation.REMOTE_MESSAGE, 1);
      }
      return message;
    }

    @Override
    public E peek() {
      return link.peek();
    }

    @Override
    public int size() {
      return link.size();
    }

    @Override
    public Iterator<E> iterator() {
      throw new UnsupportedOperationException("a link is not iterated");
    }
  }
}
