package dev.yardmaster.benchmarks.engine;

import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.measure.Side;
import org.agrona.concurrent.NanoClock;

/**
 * A protocol with what it runs, which may differ from what others in the same comparison run:
 * tables that are divided otherwise, say. It may come to a standstill: then nothing is committed.
 *
 * @param label tells it from the others
 * @param setup says how long it records, unmeasured rounds included
 */
public record ConfiguredSide(String label, EngineSide side, EngineSetup setup) {

  /** The same as a side of a comparison. */
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
