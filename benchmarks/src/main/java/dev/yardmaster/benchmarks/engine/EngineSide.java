package dev.yardmaster.benchmarks.engine;

import dev.yardmaster.benchmarks.engine.log.Logging;
import dev.yardmaster.benchmarks.workload.records.RecordWorkload;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.mixed.PartitionClassifier;
import dev.yardmaster.engine.protocol.ranges.Rocc;
import dev.yardmaster.engine.protocol.ranges.RoccSettings;
import dev.yardmaster.engine.table.Partitioning;
import dev.yardmaster.trials.TunerPace;

/**
 * One side of a comparison: a protocol, the scheduler that supplies the workers with transactions,
 * and the kind of log that the workers write.
 *
 * @param protocol a name of {@link Protocols}, {@code cormcc} with a {@link ProtocolMapping},
 *     {@code cormcc=tree}, or {@code hybrid} with a {@link HotKeyCount}
 * @param rocc the settings of {@code rocc}; null for its defaults
 * @param classifier chooses the protocols of {@code cormcc=tree}; null for its {@link TrainedTree}
 */
public record EngineSide(
    String protocol,
    Scheduling scheduling,
    Logging logging,
    RoccSettings rocc,
    PartitionClassifier classifier) {

  private static final String ROCC = "rocc";

  private static final long US = 1_000;

  /**
   * The settings for trials of protocols in virtual time. Such trials are short, because a round
   * lasts only milliseconds.
   */
  private static final TunerPace SIMULATED_PACE =
      new TunerPace(
          5 * US, 20 * US, 100 * US, 2_000 * US, 200, 8, 200 * US, 30, 100 * US, 20_000 * US);

  /**
   * Checks that a protocol gets settings or a classifier only if the protocol uses settings or a
   * classifier.
   */
  public EngineSide {
    if (rocc != null && !protocol.equals(ROCC)) {
      throw new IllegalArgumentException("only rocc takes these settings, not " + protocol);
    }
    if (classifier != null && !protocol.equals(TrainedTree.LABEL)) {
      throw new IllegalArgumentException(
          "only " + TrainedTree.LABEL + " takes a classifier, not " + protocol);
    }
  }

  /** Returns a side that runs a protocol without a scheduler. */
  public static EngineSide plain(String protocol) {
    return new EngineSide(protocol, Scheduling.PLAIN, Logging.NONE, null, null);
  }

  /** Returns a side that runs ROCC with the given settings. */
  public static EngineSide rocc(RoccSettings settings) {
    return new EngineSide(ROCC, Scheduling.PLAIN, Logging.NONE, settings, null);
  }

  /** Returns a side on which the given classifier chooses the protocols of the partitions. */
  public static EngineSide classified(PartitionClassifier classifier) {
    return new EngineSide(TrainedTree.LABEL, Scheduling.PLAIN, Logging.NONE, null, classifier);
  }

  /**
   * Returns the side that a label names. A label is the name of a protocol, with optional suffixes.
   * With the suffix {@code +precedence}, {@code +rc} or {@code +hold} the side has a scheduler.
   * With {@code +redo} or {@code +undo} as the last suffix, the side has a log.
   *
   * @throws IllegalArgumentException if the label does not name a protocol
   */
  public static EngineSide parse(String label) {
    Logging logging = Logging.of(label);
    String unlogged = withoutSuffix(label, logging.suffix());
    Scheduling scheduling = Scheduling.of(unlogged);
    String protocol = withoutSuffix(unlogged, scheduling.suffix());
    if (isMapping(protocol)) {
      var unused = ProtocolMapping.parse(protocol);
    } else if (protocol.startsWith(HotKeyCount.PREFIX)) {
      var unused = HotKeyCount.parse(protocol);
    } else if (!protocol.equals(TrainedTree.LABEL) && !Protocols.names().contains(protocol)) {
      throw new IllegalArgumentException(
          "'"
              + label
              + "' is not a protocol: "
              + String.join(", ", Protocols.names())
              + ", each also with +precedence, +rc or +hold, and then with +redo or +undo; or cormcc=silo,"
              + " cormcc=silo*20/no-wait*20/partcc, cormcc=tree, hybrid=100");
    }
    return new EngineSide(protocol, scheduling, logging, null, null);
  }

  private static boolean isMapping(String protocol) {
    return protocol.startsWith(ProtocolMapping.PREFIX) && !protocol.equals(TrainedTree.LABEL);
  }

  private static String withoutSuffix(String label, String suffix) {
    return label.substring(0, label.length() - suffix.length());
  }

  /** Returns the label of this side, which {@link #parse} accepts. */
  public String label() {
    return protocol + scheduling.suffix() + logging.suffix();
  }

  /**
   * Returns a new instance of the protocol, for one engine with the given number of workers.
   *
   * @param workload the workload; it defines the partitions and the hottest keys
   * @param simulated whether the workers are simulated; trials of protocols are then shorter
   */
  public Protocol newProtocol(int workers, RecordWorkload workload, boolean simulated) {
    Partitioning partitioning = workload.partitioning();
    if (simulated && protocol.equals("cormcc")) {
      return Protocols.cormcc(workers, partitioning, partition -> "silo").chooseBy(SIMULATED_PACE);
    }
    if (protocol.equals(TrainedTree.LABEL)) {
      PartitionClassifier by = classifier == null ? TrainedTree.tree() : classifier;
      return TrainedTree.newProtocol(workers, partitioning, by, simulated);
    }
    if (isMapping(protocol)) {
      return ProtocolMapping.parse(protocol).newProtocol(workers, partitioning);
    }
    if (protocol.equals(HotKeyCount.HYBRID) || protocol.startsWith(HotKeyCount.PREFIX)) {
      return Protocols.hybrid(workers, workload.hottest(HotKeyCount.parse(protocol).ofPartition()));
    }
    return rocc == null
        ? Protocols.named(protocol, workers, partitioning)
        : new Rocc(workers, rocc);
  }

  /** Returns whether the side's transactions are serializable. */
  public boolean isSerializable() {
    return !Protocols.names().contains(protocol)
        || Protocols.serializableNames().contains(protocol);
  }

  /**
   * Checks that the side can run a workload.
   *
   * @throws IllegalArgumentException if there are fewer partitions than protocols in a mapping
   */
  public void check(RecordWorkload workload) {
    if (isMapping(protocol)) {
      ProtocolMapping.parse(protocol).requirePartitions(workload.partitioning().count());
    }
  }

  /**
   * Returns the protocol to which all partitions switch within a round; null if the partitions do
   * not switch.
   */
  public String switchesTo() {
    return isMapping(protocol) ? ProtocolMapping.parse(protocol).to() : null;
  }

  /** Returns whether the protocol orders transactions by their deadlines. */
  public boolean usesDeadlines() {
    return Protocols.names().contains(protocol) && Protocols.usesDeadlines(protocol);
  }

  /** Returns whether the protocol runs behind a scheduler. */
  public boolean isScheduled() {
    return scheduling != Scheduling.PLAIN;
  }
}
