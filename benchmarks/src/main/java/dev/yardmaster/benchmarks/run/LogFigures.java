package dev.yardmaster.benchmarks.run;

import dev.yardmaster.processor.PipelineCounters;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What became of a side's commit log in one recorded interval, or the medians over several.
 *
 * @param forcesPerCommit how often the disk was waited for, for each commit
 * @param commitsPerForce commits that one force put on disk
 * @param loggedBytesPerSecond what was written to the log, its padding included
 * @param loggedBytesPerCommit the same for each commit
 * @param loggedBytesPerForce the same for each force: the length of a group, where each is forced
 * @param checkpoints checkpoints written
 */
public record LogFigures(
    double forcesPerCommit,
    double commitsPerForce,
    double loggedBytesPerSecond,
    double loggedBytesPerCommit,
    double loggedBytesPerForce,
    double checkpoints) {

  private static final double NS_PER_SECOND = 1e9;

  static LogFigures of(Recording recording) {
    PipelineCounters counters = recording.counters();
    return new LogFigures(
        per(counters.forces(), counters.committed()),
        per(counters.committed(), counters.forces()),
        counters.loggedBytes() * NS_PER_SECOND / recording.elapsedNs(),
        per(counters.loggedBytes(), counters.committed()),
        per(counters.loggedBytes(), counters.forces()),
        counters.checkpoints());
  }

  static LogFigures median(List<LogFigures> repeats) {
    return new LogFigures(
        median(repeats, LogFigures::forcesPerCommit),
        median(repeats, LogFigures::commitsPerForce),
        median(repeats, LogFigures::loggedBytesPerSecond),
        median(repeats, LogFigures::loggedBytesPerCommit),
        median(repeats, LogFigures::loggedBytesPerForce),
        median(repeats, LogFigures::checkpoints));
  }

  private static double median(List<LogFigures> repeats, ToDoubleFunction<LogFigures> figure) {
    return Spread.of(repeats.stream().mapToDouble(figure).toArray()).median();
  }

  private static double per(long count, long units) {
    return (double) count / Math.max(1, units);
  }
}
