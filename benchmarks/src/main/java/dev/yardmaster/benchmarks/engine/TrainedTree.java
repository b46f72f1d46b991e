package dev.yardmaster.benchmarks.engine;

import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.protocol.mixed.DecisionTree;
import dev.yardmaster.engine.protocol.mixed.Mixed;
import dev.yardmaster.engine.protocol.mixed.PartitionClassifier;
import dev.yardmaster.engine.table.Partitioning;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The side {@code cormcc=tree}, on which a decision tree chooses the protocol of each partition,
 * instead of trials (the CormCC paper, section 5). The command {@code experiment cormcc-tree}
 * trains the tree.
 */
public final class TrainedTree {

  /** The label of the side. */
  public static final String LABEL = "cormcc=tree";

  /** The protocols that the tree can choose. */
  public static final List<String> PROTOCOLS = ProtocolMapping.CANDIDATES;

  private static final String RESOURCE = "/dev/yardmaster/benchmarks/experiment/cormcc/tree.txt";

  /**
   * The virtual time between two choices of protocols. It is short, because a round in virtual time
   * lasts milliseconds instead of seconds.
   */
  private static final long SIMULATED_PERIOD_NS = TimeUnit.MICROSECONDS.toNanos(200);

  private static final long PERIOD_NS = TimeUnit.MILLISECONDS.toNanos(100);

  private TrainedTree() {}

  /** Returns the tree. */
  public static DecisionTree tree() {
    try (InputStream text = TrainedTree.class.getResourceAsStream(RESOURCE)) {
      return DecisionTree.parse(new String(text.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns a new instance of the protocol, for one engine.
   *
   * @param simulated whether the workers are simulated; the tree then chooses more often
   */
  static Mixed newProtocol(
      int workers, Partitioning partitioning, PartitionClassifier classifier, boolean simulated) {
    return Protocols.cormcc(workers, partitioning, partition -> "silo")
        .chooseBy(classifier, simulated ? SIMULATED_PERIOD_NS : PERIOD_NS);
  }
}
