package dev.yardmaster.engine.protocol.mixed;

import dev.yardmaster.engine.epoch.Epochs;
import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessList;
import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.HeaderProtocol;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.partition.PartitionLocking;
import dev.yardmaster.engine.table.Partitioning;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.trials.TunerPace;
import java.util.List;
import java.util.Objects;
import java.util.function.IntUnaryOperator;

/**
 * Mixed concurrency control: each partition of the keys runs under one of several protocols, the
 * <i>parts</i> of the mix (CormCC, section 4). A part is identified by its index in the list of
 * protocols with which the mix was created. {@link #request} switches a partition to another part
 * while transactions run.
 */
public class Mixed extends HeaderProtocol {

  private final String name;
  private final Partitioning partitioning;
  private final List<Protocol> parts;
  private final ProtocolSwitch protocolSwitch;
  private final int workers;
  private final PartCounts counts;

  /** Chooses the part of each partition; null if only calls of {@link #request} change it. */
  private ProtocolChooser chooser;

  /**
   * Creates a mix.
   *
   * @param parts the protocols. A transaction locks its writes protocol by protocol, in this order.
   *     The protocols share the records: in front of each record are the header and the words of
   *     all protocols. No other engine may use these protocol objects
   * @param first returns the part with which a partition starts; for keys that belong to no
   *     partition, the argument is the number of partitions
   * @param workers the maximum number of workers of the engine
   * @throws IllegalArgumentException if the protocols cannot be mixed, or cannot be mixed in this
   *     order
   */
  public Mixed(
      String name,
      Partitioning partitioning,
      List<Protocol> parts,
      IntUnaryOperator first,
      int workers) {
    this(name, partitioning, parts, new MediatedSwitch(firstParts(partitioning, first)), workers);
  }

  /**
   * Creates a mix that stops all workers while partitions switch, like the baseline of CormCC's
   * section 6.6. The parameters are the same as those of the constructor.
   */
  public static Mixed stopAll(
      String name,
      Partitioning partitioning,
      List<Protocol> parts,
      IntUnaryOperator first,
      int workers) {
    ProtocolSwitch stopping = new StopAllSwitch(firstParts(partitioning, first), workers);
    return new Mixed(name, partitioning, parts, stopping, workers);
  }

  private static byte[] firstParts(Partitioning partitioning, IntUnaryOperator first) {
    byte[] parts = new byte[partitioning.count() + 1];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = (byte) first.applyAsInt(i);
    }
    return parts;
  }

  /** Creates a mix with the given switch; a test may pass a switch with a bug. */
  Mixed(
      String name,
      Partitioning partitioning,
      List<Protocol> parts,
      ProtocolSwitch protocolSwitch,
      int workers) {
    super(workers);
    this.name = name;
    this.partitioning = partitioning;
    this.parts = List.copyOf(parts);
    this.protocolSwitch = protocolSwitch;
    this.workers = workers;
    counts = new PartCounts(parts.size(), workers);
    CircularWaits.requireNone(parts);
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i).mixing().locksHeader() && i < parts.size() - 1) {
        throw new IllegalArgumentException(
            "a protocol whose locks are in the headers must be the last: protocol="
                + parts.get(i).name());
      }
      parts.get(i).bind(workers);
    }
    for (int i = 0; i <= partitioning.count(); i++) {
      Objects.checkIndex(part(i), parts.size());
    }
  }

  /**
   * Lets the workers choose the part of each partition by trials. The caller must call this method
   * before the engine uses the mix. The trials start with the last part of the mix for all
   * partitions. Returns this object.
   */
  public final Mixed chooseBy(TunerPace pace) {
    chooser = new TrialChooser(this, pace, workers);
    return this;
  }

  /**
   * As {@link #chooseBy(TunerPace)}, but a classifier chooses the parts, for example a {@link
   * DecisionTree}.
   *
   * @param classifier returns names of protocols of this mix
   * @param periodNs the time between two choices, in ns
   * @throws IllegalArgumentException if a decision tree names a protocol that the mix does not
   *     contain
   */
  public final Mixed chooseBy(PartitionClassifier classifier, long periodNs) {
    if (classifier instanceof DecisionTree tree) {
      tree.protocols().forEach(this::part);
    }
    chooser = new TreeChooser(this, classifier, periodNs, workers);
    return this;
  }

  /**
   * Returns the index of the protocol with the given name.
   *
   * @throws IllegalArgumentException if the mix has no such protocol
   */
  final int part(String protocol) {
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i).name().equals(protocol)) {
        return i;
      }
    }
    throw new IllegalArgumentException(
        "the mix has no such protocol: protocol=" + protocol + ", mix=" + name);
  }

  /** Returns the object that chooses the part of each partition, or null if there is none. */
  final ProtocolChooser chooser() {
    return chooser;
  }

  /**
   * Returns the progress of the trials, or null if the parts are not chosen by trials. Any thread
   * may call the method.
   */
  public final TrialProgress trialProgress() {
    return chooser == null ? null : chooser.progress();
  }

  @Override
  public final String name() {
    return name;
  }

  /** Returns the protocols of the mix. */
  public final List<Protocol> parts() {
    return parts;
  }

  /** Returns the rule that divides the keys into partitions. */
  public final Partitioning partitioning() {
    return partitioning;
  }

  /**
   * Returns the index of the protocol under which a partition runs now. While the partition
   * switches, this is the old protocol. Any thread may call the method.
   *
   * @param partition the index of the partition, or the number of partitions for the keys that
   *     belong to no partition
   */
  public final int part(int partition) {
    return protocolSwitch.table().part(partition);
  }

  /**
   * Requests that a partition switches to another protocol. The workers advance the switch at the
   * beginning of attempts and in their periodic cleanup; other threads can advance it by {@link
   * #advance}. Any thread may call the method.
   *
   * @param partition the index of the partition, or the number of partitions for the keys that
   *     belong to no partition
   */
  public final void request(int partition, int part) {
    protocolSwitch.request(
        Objects.checkIndex(partition, partitioning.count() + 1),
        Objects.checkIndex(part, parts.size()));
  }

  /**
   * As {@link #request(int, int)}, with the name of the protocol.
   *
   * @throws IllegalArgumentException if the mix has no such protocol
   */
  public final void request(int partition, String protocol) {
    request(partition, part(protocol));
  }

  /**
   * Returns whether each partition runs under the protocol that was requested last. Any thread may
   * call the method.
   */
  public final boolean isSettled() {
    return protocolSwitch.isSettled();
  }

  /** Returns the number of completed switches of partitions since the mix was created. */
  public final long switches() {
    return protocolSwitch.switches();
  }

  /**
   * Returns the number of committed transactions that have accessed a record under the given
   * protocol. A transaction that has accessed records under several protocols counts for each of
   * these protocols. While a partition switches, its records count for both the old and the new
   * protocol. Any thread may call the method.
   */
  public final long committed(int part) {
    return counts.committed(part);
  }

  /**
   * Returns the number of attempts that have accessed a record under the given protocol and did not
   * commit. An attempt can count for several protocols, as in {@link #committed}. Any thread may
   * call the method.
   */
  public final long aborted(int part) {
    return counts.aborted(part);
  }

  /** Returns the counters of attempts, which the workers increment. */
  final PartCounts counts() {
    return counts;
  }

  /**
   * Sets the listener that is notified of each switch. The caller must call this method before the
   * engine uses the mix.
   */
  public final void listener(SwitchListener listener) {
    protocolSwitch.listener(listener);
  }

  /**
   * Advances a switch by one step, if the last step is complete at all workers. Any thread may call
   * the method.
   *
   * @param epochs the epochs of the engine's workers
   */
  public final void advance(Epochs epochs) {
    protocolSwitch.advance(epochs);
  }

  /**
   * Begins an attempt, in which the worker may use the current table; see {@link
   * ProtocolSwitch#enter}. If the result is true, the worker calls {@link #leave} after the
   * attempt.
   */
  final boolean enter(WorkerContext worker) {
    return protocolSwitch.enter(worker);
  }

  /** Ends the attempt that began when {@link #enter} returned true. */
  final void leave(WorkerContext worker) {
    protocolSwitch.leave(worker);
  }

  /** Returns the table for attempts that begin now. The caller must be inside an epoch. */
  final ProtocolTable table() {
    return protocolSwitch.table();
  }

  @Override
  public final boolean usesAges() {
    return parts.stream().anyMatch(Protocol::usesAges);
  }

  @Override
  public final boolean locksReads() {
    return parts.stream().allMatch(Protocol::locksReads);
  }

  @Override
  public final int recordWords() {
    return parts.stream().mapToInt(Protocol::recordWords).max().orElseThrow();
  }

  /**
   * Throws an exception. The protocol that manages a record creates the accesses to the record.
   *
   * @throws UnsupportedOperationException always
   */
  @Override
  public final Access newAccess() {
    throw new UnsupportedOperationException("the parts of a mix create the accesses: " + name);
  }

  @Override
  public final AccessSet newAccessSet() {
    AccessList[] lists = new AccessList[parts.size()];
    for (int i = 0; i < lists.length; i++) {
      lists[i] = new AccessList(parts.get(i)::newAccess);
    }
    return new MixedAccessSet(partitioning, lists);
  }

  @Override
  public final ConcurrencyControl control(WorkerContext worker) {
    return control(this, worker);
  }

  /** Creates one worker's part of the mixed protocol. Tests override this method to plant bugs. */
  MixedControl control(Mixed mixed, WorkerContext worker) {
    return new MixedControl(mixed, worker);
  }

  /**
   * Creates one worker's part of one of the protocols of the mix. Tests override this method to
   * plant bugs.
   */
  ConcurrencyControl control(int part, WorkerContext ofPart, MixedControl mixed) {
    Protocol protocol = parts.get(part);
    if (protocol instanceof PartitionLocking locking) {
      return locking.control(
          ofPart,
          new PartitionLocking.Lookup() {
            @Override
            public int of(Table table, long key, byte[] rest) {
              int partition = partitioning.indexOf(table, key, rest);
              return mixed.isProtected(partition, part) ? partition : Partitioning.NONE;
            }

            @Override
            public int of(Access access) {
              return access.partition();
            }
          });
    }
    return protocol.control(ofPart);
  }
}
