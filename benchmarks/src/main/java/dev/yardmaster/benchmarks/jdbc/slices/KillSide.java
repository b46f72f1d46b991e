package dev.yardmaster.benchmarks.jdbc.slices;

import dev.yardmaster.benchmarks.measure.ComparisonStatus;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.measure.Side;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.NanoClock;

/**
 * A side whose coordinator is killed in the middle of each slice, and is started again before the
 * next slice.
 */
final class KillSide implements Side {

  private final Side side;
  private final CoordinatorProcess coordinator;
  private final NanoClock clock;
  private boolean isKilled;

  KillSide(Side side, CoordinatorProcess coordinator, NanoClock clock) {
    this.side = side;
    this.coordinator = coordinator;
    this.clock = clock;
  }

  @Override
  public String label() {
    return side.label();
  }

  @Override
  public Map<String, Object> settings() {
    return side.settings();
  }

  @Override
  public List<ProcessHandle> processes() {
    return side.processes();
  }

  @Override
  public Round run(int repeat, long recordedNs, RoundProgress progress)
      throws InterruptedException {
    if (isKilled) {
      coordinator.restart();
      isKilled = false;
    }
    long[] beganNs = new long[1];
    return side.run(
        repeat,
        recordedNs,
        (stage, perSecond) -> {
          long nowNs = clock.nanoTime();
          if (stage != ComparisonStatus.Stage.RECORDING) {
            beganNs[0] = nowNs;
          } else if (!isKilled && nowNs - beganNs[0] >= recordedNs / 2) {
            isKilled = true;
            coordinator.kill();
          }
          progress.report(stage, perSecond);
        });
  }
}
