package dev.yardmaster.benchmarks.soak;

import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Metric.Better;
import dev.yardmaster.benchmarks.measure.Metric.Shown;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.run.ScratchDirectory;
import dev.yardmaster.processor.Durability;
import dev.yardmaster.processor.PipelineCounters;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/**
 * Polls a data directory several times a second, and takes a sample of all metrics every second.
 * Only the thread that coordinates the closed loop uses an instance.
 *
 * <p>After young collections, the heap still contains dead objects of the old generation. Therefore
 * the first and the last quarter of the run each begin with a full collection, so that the values
 * of the two quarters are comparable.
 */
final class DataWatch {

  /** The sum of the lengths of all files in the data directory. */
  static final Metric DIRECTORY =
      Metric.of("directoryBytes", "bytes", Better.LOWER, Shown.MEGA).greatest();

  /** The bytes of heap in use after the last collection. */
  static final Metric HEAP = Metric.of("heapBytes", "bytes", Better.LOWER, Shown.MEGA).least();

  /** The number of live threads of this JVM. */
  static final Metric THREADS = Metric.of("threads", "1", Better.LOWER, Shown.WHOLE).greatest();

  /** The number of bytes per second that were written to the log since the previous sample. */
  static final Metric LOGGED = Metric.fact("loggedBytesPerSecond", "bytes/s", Shown.MEGA);

  /** The number of checkpoints written so far. */
  static final Metric CHECKPOINTS = Metric.fact("checkpoints", "1", Shown.WHOLE).greatest();

  private static final double NS_PER_SECOND = 1e9;
  private static final String CHECKPOINT = "checkpoint-";
  private static final String UNFINISHED = ".tmp";

  /**
   * The longest time between two polls, in seconds. A checkpoint may last longer than the polls
   * show, by up to this time: it may begin immediately after a poll, and end immediately before a
   * later poll.
   */
  private static final double UNSEEN_SECONDS = 0.25;

  private final Path directory;
  private final Supplier<PipelineCounters> counters;
  private final long lengthNs;
  private final HeapAfterCollection heap = new HeapAfterCollection();
  private final SoakSamples samples;

  private PipelineCounters begin;
  private PipelineCounters before;
  private boolean collected;

  private long mostDirectoryBytes;
  private long largestCheckpointBytes;
  private long checkpointSeenNs;
  private boolean checkpointing;
  private long longestCheckpointNs;
  private long loggedBeforeCheckpoint;
  private long loggedDuringCheckpoint;

  DataWatch(
      Path directory,
      Supplier<PipelineCounters> counters,
      long lengthNs,
      NanoClock clock,
      Consumer<MetricValues> progress) {
    this.directory = directory;
    this.counters = counters;
    this.lengthNs = lengthNs;
    this.samples = new SoakSamples(lengthNs, clock, progress);
  }

  /**
   * Polls the directory. The coordinating thread calls this method several times a second during
   * the recorded interval.
   */
  void look() {
    if (begin == null) {
      begin = counters.get();
      before = begin;
    }
    long passedNs = samples.passedNs();
    long bytes = lookAtFiles(passedNs);
    if (!collected && passedNs >= lengthNs / SoakSamples.QUARTERS * (SoakSamples.QUARTERS - 1)) {
      collected = true;
      System.gc();
    }
    double seconds = samples.due();
    if (seconds > 0) {
      PipelineCounters now = counters.get();
      PipelineCounters done = now.since(before);
      before = now;
      samples.add(
          new MetricValues()
              .put(Metric.COMMITTED, done.committed() / seconds)
              .put(LOGGED, done.loggedBytes() / seconds)
              .put(DIRECTORY, bytes)
              .put(HEAP, heap.bytes())
              .put(THREADS, ManagementFactory.getThreadMXBean().getThreadCount())
              .put(CHECKPOINTS, now.checkpoints() - begin.checkpoints()));
    }
  }

  private long lookAtFiles(long nowNs) {
    long bytes = 0;
    boolean unfinished = false;
    for (ScratchDirectory.Entry file : ScratchDirectory.list(directory)) {
      bytes += file.bytes();
      if (file.name().startsWith(CHECKPOINT)) {
        largestCheckpointBytes = Math.max(largestCheckpointBytes, file.bytes());
        unfinished |= file.name().endsWith(UNFINISHED);
      }
    }
    mostDirectoryBytes = Math.max(mostDirectoryBytes, bytes);
    if (unfinished || checkpointing) {
      lookAtCheckpoint(nowNs);
    }
    checkpointing = unfinished;
    return bytes;
  }

  private void lookAtCheckpoint(long nowNs) {
    long logged = counters.get().loggedBytes();
    if (!checkpointing) {
      checkpointSeenNs = nowNs;
      loggedBeforeCheckpoint = logged;
    }
    longestCheckpointNs = Math.max(longestCheckpointNs, nowNs - checkpointSeenNs);
    loggedDuringCheckpoint = Math.max(loggedDuringCheckpoint, logged - loggedBeforeCheckpoint);
  }

  List<MetricValues> samples() {
    return samples.all();
  }

  /** Returns the greatest values of the run, and the bound of the directory's length. */
  MetricValues found(Durability lengths) {
    double mostLogged = samples.most(LOGGED);
    double duringCheckpoint = loggedDuringCheckpoint + Math.ceil(UNSEEN_SECONDS * mostLogged);
    return new MetricValues()
        .put(PipelineSoak.MAX_DIRECTORY, mostDirectoryBytes)
        .put(
            PipelineSoak.DIRECTORY_BOUND,
            lengths.checkpointBytes()
                + lengths.segmentBytes()
                + 2 * largestCheckpointBytes
                + duringCheckpoint)
        .put(PipelineSoak.LARGEST_CHECKPOINT, largestCheckpointBytes)
        .put(PipelineSoak.LONGEST_CHECKPOINT, longestCheckpointNs / NS_PER_SECOND)
        .put(PipelineSoak.DURING_CHECKPOINT, duringCheckpoint)
        .put(PipelineSoak.MAX_LOGGED, mostLogged)
        .put(PipelineSoak.HEAP_GROWTH, samples.growthSince(0, HEAP));
  }
}
