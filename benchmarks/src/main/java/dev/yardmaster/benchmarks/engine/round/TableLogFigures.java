package dev.yardmaster.benchmarks.engine.round;

import dev.yardmaster.benchmarks.disk.RawDisk;
import dev.yardmaster.benchmarks.engine.EngineSetup;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.run.PipelineRoundMetrics;
import dev.yardmaster.engine.Database;
import dev.yardmaster.storage.log.LogNumbers;
import dev.yardmaster.storage.log.LogSize;
import java.util.function.LongSupplier;

/**
 * Measures the rate, in bytes per second, at which the log of durable tables is written in the
 * recorded interval of a round. Compares this rate with the rate of the disk itself.
 */
final class TableLogFigures {

  private static final double NS_PER_SECOND = 1e9;

  private final Database database;
  private LogSize before;
  private LogSize after;

  /** Creates the measurement for a database in a directory. */
  TableLogFigures(Database database) {
    this.database = database;
  }

  /** Begins the recorded interval. */
  void begin() {
    before = database.log().size();
  }

  /** Ends the recorded interval. */
  void end() {
    after = database.log().size();
  }

  /** Adds the log's metrics to the metrics of a finished round, after running the raw loop. */
  void addTo(MetricValues values, EngineSetup setup, long recordedNs, LongSupplier clockNs)
      throws InterruptedException {
    double bytes = after.writtenBytes() - before.writtenBytes();
    double commits = after.transactions() - before.transactions();
    double forces = after.forces() - before.forces();
    values
        .put(PipelineRoundMetrics.FORCES, forces / commits)
        .put(PipelineRoundMetrics.COMMITS_PER_FORCE, commits / forces)
        .put(PipelineRoundMetrics.LOGGED_PER_SECOND, bytes * NS_PER_SECOND / recordedNs)
        .put(PipelineRoundMetrics.LOGGED_PER_COMMIT, bytes / commits)
        .put(PipelineRoundMetrics.LOGGED_PER_FORCE, bytes / forces);
    new RawDisk(setup.data(), LogNumbers.SEGMENT_BYTES.byDefault(), clockNs::getAsLong)
        .measureBeside(values, setup.warmUpNs(), setup.recordedNs());
  }
}
