package dev.yardmaster.benchmarks.experiment;

import dev.yardmaster.benchmarks.engine.round.ConfiguredSide;
import dev.yardmaster.benchmarks.measure.Comparison;
import dev.yardmaster.benchmarks.measure.ProgressListener;
import dev.yardmaster.benchmarks.measure.Results;
import java.util.List;
import org.agrona.concurrent.NanoClock;

/**
 * A point whose sides are protocols of the in-process engine.
 *
 * @param roundSeconds approximate length of a round, in seconds
 */
public record EnginePoint(String key, List<ConfiguredSide> contenders, double roundSeconds)
    implements Point {

  /** Copies the list. */
  public EnginePoint {
    contenders = List.copyOf(contenders);
  }

  @Override
  public List<String> sides() {
    return contenders.stream().map(ConfiguredSide::label).toList();
  }

  @Override
  public double expectedSeconds() {
    return roundSeconds * contenders.size() * contenders.get(0).setup().repeats();
  }

  @Override
  public boolean isVirtual() {
    return contenders.stream().allMatch(each -> each.setup().simulated());
  }

  @Override
  public Results measure(NanoClock clock, ProgressListener progress) throws InterruptedException {
    return new Comparison(
            key,
            contenders.stream().map(each -> each.by(clock)).toList(),
            contenders.get(0).setup().plan(),
            clock,
            progress)
        .run()
        .orInterrupted();
  }
}
