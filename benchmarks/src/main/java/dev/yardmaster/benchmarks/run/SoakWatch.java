package dev.yardmaster.benchmarks.run;

import dev.yardmaster.processor.Durability;
import dev.yardmaster.processor.PipelineCounters;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/**
 * Looks several times a second at a data directory, and takes a sample of everything each second.
 * The coordinating thread of the closed loop.
 *
 * <p>The heap after young collections also holds what is dead and was promoted. So that the last
 * quarter can be compared with the first, which begins with a full collection, it does, too.
 */
final class SoakWatch {

  private static final long SAMPLE_NS = 1_000_000_000L;
  private static final double NS_PER_SECOND = 1e9;
  private static final String CHECKPOINT = "checkpoint-";
  private static final String UNFINISHED = ".tmp";

  private final Path directory;
  private final Supplier<PipelineCounters> counters;
  private final long lengthNs;
  private final NanoClock clock;
  private final Consumer<SoakSample> progress;
  private final HeapAfterCollection heap = new HeapAfterCollection();
  private final List<SoakSample> samples = new ArrayList<>();

  private PipelineCounters begin;
  private PipelineCounters before;
  private long beganNs;
  private long sampledNs;
  private boolean collected;

  private long mostDirectoryBytes;
  private long largestCheckpointBytes;
  private long checkpointSeenNs;
  private boolean checkpointing;
  private long longestCheckpointNs;
  private long loggedBeforeCheckpoint;
  private long loggedDuringCheckpoint;

  SoakWatch(
      Path directory,
      Supplier<PipelineCounters> counters,
      long lengthNs,
      NanoClock clock,
      Consumer<SoakSample> progress) {
    this.directory = directory;
    this.counters = counters;
    this.lengthNs = lengthNs;
    this.clock = clock;
    this.progress = progress;
  }

  /** Called several times a second while the interval lasts. */
  void look() {
    long nowNs = clock.nanoTime();
    if (begin == null) {
      begin = counters.get();
      before = begin;
      beganNs = nowNs;
      sampledNs = nowNs;
    }
    long bytes = lookAtFiles(nowNs);
    if (!collected && nowNs - beganNs >= lengthNs / SoakFindings.QUARTERS * 3) {
      collected = true;
      System.gc();
    }
    // The last moment belongs to a sample, too, or a short run would have none.
    if (nowNs - sampledNs >= Math.min(SAMPLE_NS, lengthNs / (2 * SoakFindings.QUARTERS))) {
      sample(nowNs, bytes);
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

  private void sample(long nowNs, long directoryBytes) {
    PipelineCounters now = counters.get();
    PipelineCounters done = now.since(before);
    double seconds = (nowNs - sampledNs) / NS_PER_SECOND;
    SoakSample sample =
        new SoakSample(
            (nowNs - beganNs) / NS_PER_SECOND,
            done.committed() / seconds,
            done.loggedBytes() / seconds,
            directoryBytes,
            heap.bytes(),
            ManagementFactory.getThreadMXBean().getThreadCount(),
            now.checkpoints() - begin.checkpoints());
    before = now;
    sampledNs = nowNs;
    samples.add(sample);
    progress.accept(sample);
  }

  SoakFindings findings(Durability lengths, Optional<String> brokenInvariant) {
    return new SoakFindings(
        samples,
        lengths,
        mostDirectoryBytes,
        largestCheckpointBytes,
        longestCheckpointNs / NS_PER_SECOND,
        loggedDuringCheckpoint,
        brokenInvariant);
  }
}
