package dev.yardmaster.benchmarks.shards;

import dev.yardmaster.benchmarks.virtual.OutsideEvents;
import dev.yardmaster.benchmarks.virtual.VirtualCores;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongHashSet;

/**
 * The load of a validator under virtual time. Processors and storage are unlimited, so no
 * transaction waits for them. Each message between a processor, storage and the validator takes one
 * hop. A fixed number of transactions is in flight: when one ends, another one begins.
 *
 * <pre>
 *   begin | hop | read at storage | hop | processor | hop | validator ... decision | hop | end
 *                                                                              end | hop | installed
 * </pre>
 */
final class ValidatorLoad implements OutsideEvents {

  private static final long MAX_LATENCY_NS = 10_000_000_000L;

  private enum Step {
    READ,
    SUBMIT,
    END,
    INSTALL,
    INSTALLED
  }

  private record Event(
      double atNs, long sequence, Step step, FlowingTransaction transaction, long version)
      implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Double.compare(atNs, other.atNs);
      return byTime == 0 ? Long.compare(sequence, other.sequence) : byTime;
    }
  }

  private final VirtualCores cores;
  private final List<DeclaredAccesses> drawn;
  private final double hopNs;
  private final Consumer<FlowingTransaction> validator;
  private final Consumer<Long> installed;
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final Long2LongHashMap versions = new Long2LongHashMap(0);
  private final LongHashSet aboveMark = new LongHashSet();
  private final Histogram latencyNs = new Histogram(MAX_LATENCY_NS, 3);
  private final boolean sharded;

  /** The newest committed version of each key, installed or not. */
  private final Long2LongHashMap newest = new Long2LongHashMap(0);

  private long falseAborts;
  private long staleCommits;
  private long mark;
  private long sequence;
  private int nextDrawn;
  private long committed;
  private long aborted;
  private long repaired;

  /**
   * Creates the load.
   *
   * @param drawn the transactions, which are repeated
   * @param sharded whether the validator is sharded; this determines which message of a transaction
   *     has the decision
   * @param validator receives a transaction when its request leaves the processor
   * @param installed receives each version that is installed
   */
  ValidatorLoad(
      VirtualCores cores,
      List<DeclaredAccesses> drawn,
      double hopNs,
      boolean sharded,
      Consumer<FlowingTransaction> validator,
      Consumer<Long> installed) {
    this.cores = cores;
    this.drawn = drawn;
    this.hopNs = hopNs;
    this.sharded = sharded;
    this.validator = validator;
    this.installed = installed;
  }

  void begin(FlowingTransaction transaction, double atNs) {
    transaction.begin(drawn.get(nextDrawn), atNs);
    nextDrawn = nextDrawn + 1 == drawn.size() ? 0 : nextDrawn + 1;
    at(atNs + hopNs, Step.READ, transaction, 0);
  }

  /**
   * Takes a decision of the validator. The decision leaves the validator at the current time of the
   * validator's core.
   */
  void decided(FlowingTransaction transaction) {
    check(transaction);
    at(cores.settledNs() + hopNs, Step.END, transaction, transaction.version(sharded));
  }

  /**
   * Compares a decision with the true newest versions. A committed transaction must have read the
   * newest versions. A transaction that the validation aborted must have read at least one older
   * version.
   */
  private void check(FlowingTransaction transaction) {
    long[] reads = transaction.accesses().readPrints();
    boolean stale = false;
    for (int read = 0; read < reads.length; read++) {
      stale |= newest.get(reads[read]) > transaction.freshThrough(read, sharded);
    }
    long version = transaction.version(sharded);
    if (version < 0) {
      falseAborts += stale || transaction.isVictim(sharded) ? 0 : 1;
      return;
    }
    staleCommits += stale ? 1 : 0;
    if (version > 0) {
      for (long fingerprint : transaction.accesses().writePrints()) {
        newest.put(fingerprint, version);
      }
    }
  }

  /** Returns a text about the wrong decisions so far; empty if there are none. */
  Optional<String> finding() {
    return falseAborts + staleCommits == 0
        ? Optional.empty()
        : Optional.of(
            "aborts without a stale read: "
                + falseAborts
                + ", commits with a stale read: "
                + staleCommits);
  }

  private void at(double atNs, Step step, FlowingTransaction transaction, long version) {
    events.add(new Event(atNs, sequence++, step, transaction, version));
  }

  @Override
  public double nextNs() {
    return events.isEmpty() ? Double.POSITIVE_INFINITY : events.peek().atNs;
  }

  @Override
  public void happen() {
    Event event = events.remove();
    FlowingTransaction transaction = event.transaction;
    switch (event.step) {
      case READ -> {
        long[] prints = transaction.accesses().readPrints();
        for (int read = 0; read < prints.length; read++) {
          transaction.read(read, Math.max(mark, versions.get(prints[read])));
        }
        at(event.atNs + hopNs, Step.SUBMIT, transaction, 0);
      }
      case SUBMIT -> validator.accept(transaction);
      case END -> end(event);
      case INSTALL -> install(event);
      case INSTALLED -> {
        aboveMark.add(event.version);
        while (aboveMark.remove(mark + 1)) {
          mark++;
        }
        installed.accept(event.version);
      }
    }
  }

  private void end(Event event) {
    FlowingTransaction transaction = event.transaction;
    if (event.version < 0) {
      aborted++;
      transaction.restarted();
      at(event.atNs + hopNs, Step.READ, transaction, 0);
      return;
    }
    committed++;
    repaired += transaction.isRepaired(sharded) ? 1 : 0;
    latencyNs.recordValue(Math.min(MAX_LATENCY_NS, (long) (event.atNs - transaction.beganNs)));
    if (event.version > 0) {
      events.add(
          new Event(event.atNs + hopNs, sequence++, Step.INSTALL, transaction, event.version));
      // The event of the install still needs the writes of the transaction object. The object is
      // reused after this event.
      return;
    }
    begin(transaction, event.atNs);
  }

  private void install(Event event) {
    for (long fingerprint : event.transaction.accesses().writePrints()) {
      versions.put(fingerprint, Math.max(versions.get(fingerprint), event.version));
    }
    at(event.atNs + hopNs, Step.INSTALLED, event.transaction, event.version);
    begin(event.transaction, event.atNs);
  }

  long committed() {
    return committed;
  }

  long aborted() {
    return aborted;
  }

  long repaired() {
    return repaired;
  }

  /** Returns the latencies from the beginning of a transaction to its end at its processor. */
  Histogram latencyNs() {
    return latencyNs;
  }
}
