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
 * A mix of protocols, one for each partition of the keys (CormCC, section 4). The part of a
 * partition is its number in the list of the protocols that the mix was created from. {@link
 * #request} switches a partition to another part while transactions run.
 */
public class Mixed extends HeaderProtocol {

  private final String name;
  private final Partitioning partitioning;
  private final List<Protocol> parts;
  private final ProtocolSwitch protocolSwitch;
  private final int workers;
  private final PartCounts counts;

  /** Chooses the parts; null if only {@link #request} does. */
  private ProtocolChooser chooser;

  /**
   * Creates a mix.
   *
   * @param parts the protocols, in the order in which a transaction locks its writes. They share
   *     the records: the words in front of a record are the header and the words of all protocols.
   *     No other engine may use these objects
   * @param first returns the part of each partition at the beginning; the number of partitions
   *     stands for the keys that belong to none
   * @param workers the maximum number of workers of the engine
   * @throws IllegalArgumentException if the protocols cannot be mixed, or not in this order
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
   * Creates a mix that stops all workers while partitions switch, as the baseline of CormCC's
   * section 6.6 does. The parameters are those of the constructor.
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

  /** Creates a mix with a switch, in which a test can plant a bug. */
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
   * Lets the workers choose the part of each partition by trials. The caller calls this method
   * before the engine uses the mix. The trials begin with the last part for all classes of
   * partitions. Returns this object.
   */
  public final Mixed chooseBy(TunerPace pace) {
    chooser = new TrialChooser(this, pace, workers);
    return this;
  }

  /**
   * As {@link #chooseBy(TunerPace)}, but by a classifier, such as a {@link DecisionTree}.
   *
   * @param classifier names protocols of this mix
   * @param periodNs the time between two choices
   * @throws IllegalArgumentException if a decision tree names a protocol that the mix has not
   */
  public final Mixed chooseBy(PartitionClassifier classifier, long periodNs) {
    if (classifier instanceof DecisionTree tree) {
      tree.protocols().forEach(this::part);
    }
    chooser = new TreeChooser(this, classifier, periodNs, workers);
    return this;
  }

  /**
   * Returns the part of the protocol with the given name.
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

  /** Returns the chooser, or null if there is none. */
  final ProtocolChooser chooser() {
    return chooser;
  }

  /**
   * Returns how far the trials are, or null unless trials choose the parts. Any thread may call the
   * method.
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

  /** Returns the partitions of the keys. */
  public final Partitioning partitioning() {
    return partitioning;
  }

  /**
   * Returns the part that manages a partition now. While the partition switches, this is the old
   * part. Any thread may call the method.
   *
   * @param partition the partition, or the number of partitions for the keys that belong to none
   */
  public final int part(int partition) {
    return protocolSwitch.table().part(partition);
  }

  /**
   * Requests that a partition switches to a part. The workers advance the switch when an attempt
   * begins and when they tidy, or another thread by {@link #advance}. Any thread may call the
   * method.
   *
   * @param partition the partition, or the number of partitions for the keys that belong to none
   */
  public final void request(int partition, int part) {
    protocolSwitch.request(
        Objects.checkIndex(partition, partitioning.count() + 1),
        Objects.checkIndex(part, parts.size()));
  }

  /**
   * As {@link #request(int, int)}, with the name of the part's protocol.
   *
   * @throws IllegalArgumentException if the mix has no such protocol
   */
  public final void request(int partition, String protocol) {
    request(partition, part(protocol));
  }

  /** Returns whether each partition has its requested part. Any thread may call the method. */
  public final boolean isSettled() {
    return protocolSwitch.isSettled();
  }

  /** Returns the number of partitions that have got another part so far. */
  public final long switches() {
    return protocolSwitch.switches();
  }

  /**
   * Returns the number of transactions that have accessed a record under a part and committed. A
   * transaction that has accessed records under several parts counts for each of them; while a
   * partition switches, these are the old part and the new one. Any thread may call the method.
   */
  public final long committed(int part) {
    return counts.committed(part);
  }

  /**
   * Returns the number of attempts that have accessed a record under a part and did not commit,
   * counted as {@link #committed} does. Any thread may call the method.
   */
  public final long aborted(int part) {
    return counts.aborted(part);
  }

  /** Returns the counts of attempts, which the workers fill. */
  final PartCounts counts() {
    return counts;
  }

  /** Sets the object that is told of each switch, before the engine uses the mix. */
  public final void listener(SwitchListener listener) {
    protocolSwitch.listener(listener);
  }

  /**
   * Takes the next step of a switch if the workers have taken the last one. Any thread may call the
   * method.
   *
   * @param epochs the epochs of the engine's workers
   */
  public final void advance(Epochs epochs) {
    protocolSwitch.advance(epochs);
  }

  /**
   * Begins a worker's use of tables, as {@link ProtocolSwitch#enter} does. The worker calls {@link
   * #leave} afterwards if the result is true.
   */
  final boolean enter(WorkerContext worker) {
    return protocolSwitch.enter(worker);
  }

  /** Ends a worker's use of tables. */
  final void leave(WorkerContext worker) {
    protocolSwitch.leave(worker);
  }

  /** Returns the table for attempts that begin now. The caller is inside an epoch. */
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
   * Throws an exception: the part that manages a record creates its accesses.
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

  /** Creates one worker's part. Tests override this method to plant bugs. */
  MixedControl control(Mixed mixed, WorkerContext worker) {
    return new MixedControl(mixed, worker);
  }

  /** Creates the control of one of the protocols. Tests override this method to plant bugs. */
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
