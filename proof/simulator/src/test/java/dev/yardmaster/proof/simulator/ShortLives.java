package dev.yardmaster.proof.simulator;

import dev.yardmaster.processor.Durability;
import dev.yardmaster.proof.simulator.disk.CrashStyle;
import dev.yardmaster.proof.simulator.disk.DiskFault;
import dev.yardmaster.proof.simulator.scenario.CrashPlan;
import dev.yardmaster.proof.simulator.scenario.Scenario;
import dev.yardmaster.proof.simulator.scenario.Scenarios;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Scenarios in which the service has many lives (from one start to the next), each of which ends
 * suddenly.
 */
final class ShortLives {

  private static final int LIVES = 25;
  private static final int MAX_OPERATION = 70;
  private static final long LENGTH = 1 << 16;
  private static final Durability DURABILITY =
      Durability.in(Path.of("simulated")).withLengths(LENGTH, LENGTH);

  private ShortLives() {}

  /**
   * Returns the scenario of a seed with many more crashes. Commits are forced to disk before they
   * are answered.
   */
  static Scenario draw(long seed) {
    return draw(seed, DURABILITY, CrashStyle.values(), DiskFault.Kind.values());
  }

  /**
   * Returns the scenario of a seed with many crashes of the process alone. Commits are forced to
   * disk after they are answered.
   */
  static Scenario drawAsync(long seed) {
    return draw(
        seed,
        DURABILITY.async(1 + (int) (seed % 3)),
        new CrashStyle[] {CrashStyle.KEPT},
        new DiskFault.Kind[] {DiskFault.Kind.NO_SPACE, DiskFault.Kind.IO_ERROR_UNSEEN});
  }

  private static Scenario draw(
      long seed, Durability durability, CrashStyle[] styles, DiskFault.Kind[] kinds) {
    SplittableRandom random = new SplittableRandom(seed);
    List<CrashPlan> crashPlans = new ArrayList<>();
    for (int i = 0; i < LIVES; i++) {
      DiskFault.Kind kind =
          random.nextInt(3) > 0 ? DiskFault.Kind.CRASH : kinds[random.nextInt(kinds.length)];
      crashPlans.add(
          new CrashPlan(
              new DiskFault(1 + random.nextInt(MAX_OPERATION), kind),
              0,
              styles[random.nextInt(styles.length)]));
    }
    return Scenarios.draw(seed).with(durability, crashPlans);
  }
}
