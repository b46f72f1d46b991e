package dev.yardmaster.benchmarks.engine;

import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.measure.Side;
import org.agrona.concurrent.NanoClock;

/**
 * A protocol with its setup, which may differ from the setups of other sides of the comparison, in
 * the division of tables for instance. A livelocked side commits nothing.
 *
 * @param label tells the side from the others
 * @param setup also the length of recorded intervals and unmeasured rounds
 */
public record ConfiguredSide(String label, EngineSide side, EngineSetup setup) {

  /** Returns this as a side of a comparison. */
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
