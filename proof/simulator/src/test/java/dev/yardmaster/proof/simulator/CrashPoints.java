package dev.yardmaster.proof.simulator;

import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.proof.simulator.disk.CrashStyle;
import dev.yardmaster.proof.simulator.disk.DiskFault;
import dev.yardmaster.proof.simulator.disk.SimulatedCrash;
import dev.yardmaster.proof.simulator.disk.SimulatedDisk;
import dev.yardmaster.storage.log.CommitLog;
import dev.yardmaster.storage.log.disk.Disk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/**
 * Runs a {@link LogScript} with a fault at one operation of the disk, and checks several of the
 * disks that the next start may find. A violation is an {@link AssertionError} that names its
 * place.
 */
final class CrashPoints {

  private static final int STEPS = 45;

  private final long seed;
  private final UnaryOperator<Disk> use;

  /**
   * Creates the crash points of one script.
   *
   * @param use wraps the disk of a run; a test can plant a bug with it
   */
  CrashPoints(long seed, UnaryOperator<Disk> use) {
    this.seed = seed;
    this.use = use;
  }

  private SimulatedDisk disk() {
    return new SimulatedDisk(new SplittableRandom(seed), () -> {});
  }

  /** Runs the script without faults. Returns the number of the disk's operations. */
  long operations() throws IOException {
    SimulatedDisk disk = disk();
    new LogScript(seed).live(use.apply(disk), STEPS);
    return disk.operations();
  }

  /** Returns the disk after a run without faults. */
  SimulatedDisk cleanDisk(LogScript script) throws IOException {
    SimulatedDisk disk = disk();
    script.live(use.apply(disk), STEPS);
    return disk.restart(CrashStyle.LOST);
  }

  /**
   * Runs the script with a fault at an operation, and checks states of the disk that the next start
   * may find.
   *
   * @param futures number of disks to check for each style; with 0, one disk in each of two styles,
   *     which depend on the operation
   */
  void at(DiskFault fault, int futures) throws IOException {
    SimulatedDisk disk = disk();
    disk.plan(fault);
    LogScript script = new LogScript(seed);
    boolean failed = play(script, disk);
    SplittableRandom random = new SplittableRandom(seed * 31 + fault.operation());
    CrashStyle[] styles = CrashStyle.values();
    if (futures == 0) {
      int first = (int) ((fault.operation() + fault.kind().ordinal()) % styles.length);
      look(script, disk, failed, fault, styles[first]);
      nested(script, disk, fault, styles[(first + 2) % styles.length], random);
    }
    for (CrashStyle style : styles) {
      for (int future = 0; future < futures; future++) {
        look(script, disk, failed, fault, style);
        nested(script, disk, fault, style, random);
      }
    }
  }

  /** Runs the script. Returns whether the disk reported an error and did not crash. */
  private boolean play(LogScript script, SimulatedDisk disk) throws IOException {
    Disk used = use.apply(disk);
    try {
      script.live(used, STEPS);
      return false;
    } catch (SimulatedCrash crash) {
      return false;
    } catch (IOException | UncheckedIOException e) {
      int acknowledged = script.acknowledged();
      check(script.closeAfterFailure(used), "seed=" + seed);
      check(
          script.acknowledged() == acknowledged ? null : "acknowledged after it failed",
          "seed=" + seed);
      return true;
    }
  }

  private String where(DiskFault fault, CrashStyle style) {
    return "seed=" + seed + " " + fault + " " + style;
  }

  /** Recovers the disk twice, and once more after a crash of the machine. */
  private void look(
      LogScript script, SimulatedDisk ended, boolean failed, DiskFault fault, CrashStyle style) {
    String where = where(fault, style);
    boolean allWritten =
        style == CrashStyle.KEPT && !(failed && fault.kind() == DiskFault.Kind.IO_ERROR);
    SimulatedDisk disk = ended.restart(style);
    LogScript.Found first = recovered(disk, where);
    check(script.complaint(first, allWritten), where);
    checkSame(first, recovered(disk, where), where + " the second time");
    SimulatedDisk lost = disk.restart(CrashStyle.LOST);
    checkSame(first, recovered(lost, where), where + " after a recovery and a crash");
  }

  private static void checkSame(LogScript.Found first, LogScript.Found next, String where) {
    check(first.live().equals(next.live()) ? null : "another state was found", where);
    check(
        first.recovered.horizonMs() == next.recovered.horizonMs() ? null : "another horizon",
        where);
  }

  /** Makes the recovery crash, too, and possibly also the recovery that follows. */
  private void nested(
      LogScript script,
      SimulatedDisk ended,
      DiskFault first,
      CrashStyle firstStyle,
      SplittableRandom random) {
    SimulatedDisk next = ended.restart(firstStyle);
    StringBuilder path = new StringBuilder(where(first, firstStyle));
    for (int depth = 1 + random.nextInt(2); depth > 0; depth--) {
      DiskFault.Kind[] kinds = DiskFault.Kind.values();
      DiskFault fault =
          new DiskFault(
              1 + random.nextInt(9),
              random.nextBoolean() ? DiskFault.Kind.CRASH : kinds[random.nextInt(kinds.length)]);
      next.plan(fault);
      CrashStyle style = CrashStyle.values()[random.nextInt(CrashStyle.values().length)];
      path.append(", then in recovery ").append(fault).append(' ').append(style);
      try {
        Disk used = use.apply(next);
        CommitLog.begin(used, 1 << 16, 1 << 16, LogScript.recover(used).recovered, () -> 0).close();
      } catch (SimulatedCrash | IOException end) {
        // The next recovery starts from the disk that this recovery has left.
      } catch (YardmasterException e) {
        throw new AssertionError(path + ": " + e.getMessage(), e);
      }
      next = next.restart(style);
    }
    check(script.complaint(recovered(next, path.toString()), false), path.toString());
  }

  private LogScript.Found recovered(SimulatedDisk disk, String where) {
    try {
      return LogScript.recover(use.apply(disk));
    } catch (IOException | YardmasterException e) {
      throw new AssertionError(where + ": refused: " + e.getMessage(), e);
    }
  }

  private static void check(String complaint, String where) {
    if (complaint != null) {
      throw new AssertionError(where + ": " + complaint);
    }
  }

  /** Runs several lives. A life ends when a fault occurs, or when the script closes it. */
  void manyLives(int lives) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    LogScript script = new LogScript(seed);
    SimulatedDisk disk = disk();
    for (int life = 1; life <= lives; life++) {
      DiskFault.Kind[] kinds = DiskFault.Kind.values();
      DiskFault fault = new DiskFault(1 + random.nextInt(150), kinds[random.nextInt(kinds.length)]);
      CrashStyle style = CrashStyle.values()[random.nextInt(CrashStyle.values().length)];
      String where = "seed=" + seed + " life=" + life + " " + fault + " " + style;
      disk.plan(fault);
      try {
        play(script, disk);
      } catch (YardmasterException e) {
        throw new AssertionError(where + ": " + e.getMessage(), e);
      }
      disk = disk.restart(style);
      check(script.complaint(recovered(disk.copy(), where), false), where);
    }
  }
}
