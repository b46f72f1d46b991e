package dev.yardmaster.engine.protocol.mixed;

/**
 * Chooses the protocol of each partition with a classifier, like CormCC (section 5). The classifier
 * is, for example, a decision tree that was trained in advance. The class exists for comparison
 * with {@link TrialChooser}.
 */
final class TreeChooser extends ProtocolChooser {

  private final Mixed mixed;
  private final PartitionClassifier classifier;
  private final long periodNs;
  private final PartitionFeatures features;

  /** The counters of each partition at the time when its protocol was last chosen. */
  private final long[] seen;

  private long seenProbes;
  private long seenEdges;
  private boolean hasBegun;
  private long nextNs;

  /**
   * Creates a chooser.
   *
   * @param periodNs the time between two choices, in ns
   */
  TreeChooser(Mixed mixed, PartitionClassifier classifier, long periodNs, int workers) {
    super(mixed, workers);
    this.mixed = mixed;
    this.classifier = classifier;
    this.periodNs = periodNs;
    features = features();
    seen = features.totals();
  }

  @Override
  void look(long nowNs) {
    if (!hasBegun) {
      hasBegun = true;
      nextNs = nowNs + periodNs;
    } else if (nowNs - nextNs >= 0) {
      nextNs = nowNs + periodNs;
      choose();
    }
  }

  private void choose() {
    long[] now = features.totals();
    long probes = features.probes();
    long edges = features.edges();
    double[] values = new double[DecisionTree.FEATURES.size()];
    values[2] = (double) (edges - seenEdges) / Math.max(1, probes - seenProbes);
    for (int partition = 0; partition < features.partitions(); partition++) {
      if (PartitionFeatures.transactions(seen, now, partition) >= MIN_SAMPLED) {
        values[0] = PartitionFeatures.crossShare(seen, now, partition);
        values[1] = PartitionFeatures.readShare(seen, now, partition);
        values[3] = PartitionFeatures.accessesEach(seen, now, partition);
        mixed.request(partition, classifier.classify(partition, values));
        PartitionFeatures.copy(now, seen, partition);
      }
    }
    seenProbes = probes;
    seenEdges = edges;
  }
}
