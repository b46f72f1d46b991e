package dev.yardmaster.simulator;

import dev.yardmaster.processor.Durability;
import dev.yardmaster.simulator.disk.CrashStyle;
import dev.yardmaster.simulator.disk.DiskFault;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Scenarios in which one life of the service after another comes to a sudden end. */
final class ShortLives {

  private static final int LIVES = 25;
  private static final int MAX_OPERATION = 70;
  private static final long LENGTH = 1 << 16;

  private ShortLives() {}

  /** The scenario of a seed with many more disasters, and commits that are forced. */
  static Scenario draw(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    CrashStyle[] styles = CrashStyle.values();
    DiskFault.Kind[] kinds = DiskFault.Kind.values();
    List<Disaster> disasters = new ArrayList<>();
    for (int i = 0; i < LIVES; i++) {
      DiskFault.Kind kind =
          random.nextInt(3) > 0 ? DiskFault.Kind.CRASH : kinds[random.nextInt(kinds.length)];
      disasters.add(
          new Disaster(
              new DiskFault(1 + random.nextInt(MAX_OPERATION), kind),
              0,
              styles[random.nextInt(styles.length)]));
    }
    return Scenario.draw(seed)
        .with(Durability.in(Path.of("simulated")).withLengths(LENGTH, LENGTH), disasters);
  }
}
