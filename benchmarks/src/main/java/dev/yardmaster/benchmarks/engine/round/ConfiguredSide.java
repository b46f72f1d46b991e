package dev.yardmaster.benchmarks.engine.round;

import dev.yardmaster.benchmarks.engine.EngineSetup;
import dev.yardmaster.benchmarks.engine.EngineSide;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.measure.Side;
import org.agrona.concurrent.NanoClock;

/**
 * One side of a comparison: a protocol and its setup. The setup may differ from the setups of the
 * other sides, for instance in the division of the tables into ranges. Under some setups a protocol
 * may livelock, so that no transaction of the round commits.
 *
 * @param label the name of the side; no two sides have the same name
 * @param setup the workers, and the lengths of recorded intervals and unmeasured rounds
 */
public record ConfiguredSide(String label, EngineSide side, EngineSetup setup) {

  /**
   * Returns a copy of this side with another time from the arrival of a transaction to its
   * deadline.
   */
  public ConfiguredSide withSlackNs(long slackNs) {
    return new ConfiguredSide(label, side, setup.withSlackNs(slackNs));
  }

  /** Returns a copy of this side with another length of the first worker's transactions. */
  public ConfiguredSide withLongNs(long longNs) {
    return new ConfiguredSide(label, side, setup.withLongNs(longNs));
  }

  /** Returns a copy of this side that drops a transaction at its first conflict. */
  public ConfiguredSide dropping() {
    return new ConfiguredSide(label, side, setup.dropping());
  }

  /** Returns this object as a side of a comparison. */
  public Side by(NanoClock clock) {
    return new Rounds(label, this, clock);
  }

  private record Rounds(String label, ConfiguredSide side, NanoClock clock) implements Side {
    @Override
    public Round run(int repeat, long recordedNs, RoundProgress progress)
        throws InterruptedException {
      return new EngineRound(side.setup, repeat, clock::nanoTime, progress).run(side.side);
    }
  }
}
