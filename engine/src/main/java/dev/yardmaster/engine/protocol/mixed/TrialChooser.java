package dev.yardmaster.engine.protocol.mixed;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.trials.TrialLock;
import dev.yardmaster.trials.TrialMetrics;
import dev.yardmaster.trials.Trials;
import dev.yardmaster.trials.Tunable;
import dev.yardmaster.trials.TunerPace;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Chooses the protocol of each partition by trials, in contrast to CormCC, which uses a trained
 * classifier (section 5). In a trial, one class of partitions runs alternately under another
 * protocol and under the current protocol, for short intervals. If the engine commits more
 * transactions with the other protocol, the class keeps this protocol. The {@link
 * PartitionFeatures} of a partition determine its class. A partition that joins a class gets the
 * protocol that was best for the class. When the density of conflicts returns to an earlier value,
 * the protocols that were best at this density are restored.
 */
final class TrialChooser extends ProtocolChooser
    implements Tunable<List<Integer>, ChooserStep>, TrialMetrics {

  /**
   * If at least this share of the transactions of a class access several partitions, partition
   * locking is not tried for the class.
   */
  private static final double MOSTLY_CROSS = 0.5;

  private final Mixed mixed;
  private final TunerPace pace;
  private final int workers;
  private final PartitionFeatures features;

  private final PartitionClass[] classes;

  /**
   * For each partition, the share of transactions that also accessed other partitions, when the
   * partition was last classified.
   */
  private final double[] crossShares;

  private long nextLookNs;
  private final int[] requested;

  /** The counters of each partition at the time when its class was last determined. */
  private final long[] seen;

  private Trials<List<Integer>, ChooserStep> trials;

  @Shared(
      writers = "the worker that has the lock of the ProtocolChooser",
      readers = "any thread, for metrics",
      access =
          "volatile; an immutable record, replaced when a trial has ended or the choice changed")
  private volatile TrialProgress progress = TrialProgress.NONE;

  TrialChooser(Mixed mixed, TunerPace pace, int workers) {
    super(mixed, workers);
    this.mixed = mixed;
    this.pace = pace;
    this.workers = workers;
    int partitions = mixed.partitioning().count();
    features = features();
    classes = new PartitionClass[partitions];
    crossShares = new double[partitions];
    requested = new int[partitions];
    Arrays.setAll(requested, mixed::part);
    seen = features.totals();
  }

  @Override
  void look(long nowNs) {
    if (trials == null) {
      List<Integer> first =
          Arrays.stream(PartitionClass.values()).map(each -> mixed.parts().size() - 1).toList();
      trials = new Trials<>(this, ChooserStep.values(), first, this, new TrialLock(), pace, nowNs);
      nextLookNs = nowNs + pace.watchNs();
    }
    trials.look(nowNs);
    if (trials.ended() != progress.ended() || trials.untilChange() != progress.untilChange()) {
      progress = new TrialProgress(trials.ended(), trials.untilChange());
    }
  }

  @Override
  TrialProgress progress() {
    return progress;
  }

  @Override
  public long completed() {
    return features.commits();
  }

  /**
   * Returns the number of commits. A trial begins only while this number grows, and an interval of
   * a trial counts only if the number has grown.
   */
  @Override
  public long fullCycles() {
    return features.commits();
  }

  @Override
  public long inFlight() {
    return workers;
  }

  /**
   * Returns whether all requested switches are complete, so that the partitions use the tried
   * protocols.
   */
  @Override
  public boolean isInForce() {
    return mixed.isSettled();
  }

  @Override
  public long probes() {
    return features.probes();
  }

  @Override
  public long edgesProbed() {
    return features.edges();
  }

  @Override
  public void use(List<Integer> setting) {
    for (int partition = 0; partition < classes.length; partition++) {
      PartitionClass of = classes[partition];
      if (of != null && requested[partition] != setting.get(of.ordinal())) {
        requested[partition] = setting.get(of.ordinal());
        mixed.request(partition, requested[partition]);
      }
    }
  }

  @Override
  public void measure(long nowNs) {
    var unused = classify();
  }

  /**
   * Returns whether partitions have changed their classes. The method checks this about once in
   * each interval of {@link TunerPace#watchNs}, and otherwise returns false.
   */
  @Override
  public boolean hasChanged(long nowNs) {
    if (nowNs - nextLookNs < 0) {
      return false;
    }
    nextLookNs = nowNs + pace.watchNs();
    return classify();
  }

  /**
   * Classifies the partitions that have enough new samples. Returns whether a class has changed.
   */
  private boolean classify() {
    boolean hasChanged = false;
    long[] now = features.totals();
    for (int partition = 0; partition < classes.length; partition++) {
      if (PartitionFeatures.transactions(seen, now, partition) >= MIN_SAMPLED) {
        PartitionClass before = classes[partition];
        double crossShare = PartitionFeatures.crossShare(seen, now, partition);
        classes[partition] =
            PartitionClass.of(
                crossShare, PartitionFeatures.readShare(seen, now, partition), before);
        hasChanged |= classes[partition] != before;
        crossShares[partition] = crossShare;
        PartitionFeatures.copy(now, seen, partition);
      }
    }
    return hasChanged;
  }

  @Override
  public List<Integer> fitted(List<Integer> setting) {
    return setting;
  }

  @Override
  public List<Integer> after(ChooserStep change, List<Integer> present, int tries) {
    if (!Arrays.asList(classes).contains(change.of)) {
      return null;
    }
    Integer[] next = present.toArray(Integer[]::new);
    next[change.of.ordinal()] =
        Math.floorMod(next[change.of.ordinal()] + change.by, mixed.parts().size());
    return List.of(next);
  }

  @Override
  public ChooserStep reverse(ChooserStep change) {
    return change.reverse();
  }

  /**
   * Returns 0: the next trial can follow at once, because nothing else has to adapt to a change of
   * protocols.
   */
  @Override
  public int pauseInTrials() {
    return 0;
  }

  /**
   * Returns false for partition locking, if most transactions of the class access several
   * partitions.
   */
  @Override
  public boolean mayPay(ChooserStep change, List<Integer> present, double density) {
    int part = after(change, present, 0).get(change.of.ordinal());
    return !mixed.parts().get(part).mixing().waitsEarly() || crossShare(change.of) < MOSTLY_CROSS;
  }

  /**
   * Returns the share of transactions that access several partitions, averaged over the partitions
   * of a class.
   */
  private double crossShare(PartitionClass of) {
    return IntStream.range(0, classes.length)
        .filter(partition -> classes[partition] == of)
        .mapToDouble(partition -> crossShares[partition])
        .average()
        .orElse(0);
  }
}
