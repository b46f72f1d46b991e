package dev.yardmaster.benchmarks.engine;

import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.measure.Side;
import org.agrona.concurrent.NanoClock;

/**
 * A protocol with its setup, as one side of a comparison. The setup may differ from the setups of
 * the other sides of the comparison, for instance in the division of tables into ranges. A protocol
 * may livelock under this setup; then no transaction of its round commits.
 *
 * @param label the name of the side, which differs from the names of the other sides
 * @param setup the workers, and the lengths of recorded intervals and unmeasured rounds
 */
public record ConfiguredSide(String label, EngineSide side, EngineSetup setup) {

  /** Returns this side with another time from arrivals to deadlines. */
  public ConfiguredSide withSlackNs(long slackNs) {
    return new ConfiguredSide(label, side, setup.withSlackNs(slackNs));
  }

  /** Returns this side with another length of the first worker's transactions. */
  public ConfiguredSide withLongNs(long longNs) {
    return new ConfiguredSide(label, side, setup.withLongNs(longNs));
  }

  /** Returns this side with transactions that are dropped at their first conflict. */
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
