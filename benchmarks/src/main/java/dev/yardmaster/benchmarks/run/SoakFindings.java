package dev.yardmaster.benchmarks.run;

import dev.yardmaster.processor.Durability;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * What a soak found.
 *
 * @param samples one a second
 * @param lengths of segments, and of a log that makes a checkpoint due
 * @param mostDirectoryBytes the longest that the data directory was
 * @param largestCheckpointBytes the longest checkpoint that was seen
 * @param longestCheckpointSeconds how long the slowest checkpoint was seen being written
 * @param loggedDuringCheckpointBytes the most that was seen written to the log during one of them
 * @param brokenInvariant what is wrong with the data
 */
public record SoakFindings(
    List<SoakSample> samples,
    Durability lengths,
    long mostDirectoryBytes,
    long largestCheckpointBytes,
    double longestCheckpointSeconds,
    long loggedDuringCheckpointBytes,
    Optional<String> brokenInvariant) {

  /** In how many parts a run is compared with itself. */
  public static final int QUARTERS = 4;

  /** A checkpoint may begin right after a look, and end right before one. */
  private static final double UNSEEN_SECONDS = 0.25;

  /** Copies the list. */
  public SoakFindings {
    samples = List.copyOf(samples);
  }

  /** The samples of a quarter, counted from 0. */
  public List<SoakSample> quarter(int index) {
    int size = samples.size();
    return samples.subList(index * size / QUARTERS, (index + 1) * size / QUARTERS);
  }

  /** The most that was written to the log in a second. */
  public double mostLoggedBytesPerSecond() {
    return samples.stream().mapToDouble(SoakSample::loggedBytesPerSecond).max().orElse(0);
  }

  /** What one checkpoint's time can add to the log: what was seen, and a moment that was not. */
  public long bytesDuringCheckpoint() {
    return loggedDuringCheckpointBytes
        + (long) Math.ceil(UNSEEN_SECONDS * mostLoggedBytesPerSecond());
  }

  /**
   * The length that the directory may reach: a log that makes a checkpoint due, what is added to it
   * until that one is written, the rest of a segment that it covers in part, and two checkpoints.
   */
  public long directoryBoundBytes() {
    return lengths.checkpointBytes()
        + lengths.segmentBytes()
        + 2 * largestCheckpointBytes
        + bytesDuringCheckpoint();
  }

  /** How much more of the heap the last quarter has in use at least than the first. */
  public long heapGrowthBytes() {
    return leastHeapBytes(quarter(QUARTERS - 1)) - leastHeapBytes(quarter(0));
  }

  /** The least heap in use after a collection among samples. */
  public static long leastHeapBytes(List<SoakSample> samples) {
    return least(samples, SoakSample::heapBytes);
  }

  private static long least(List<SoakSample> samples, ToLongFunction<SoakSample> figure) {
    return samples.stream().mapToLong(figure).min().orElse(0);
  }
}
