package dev.yardmaster.proof.simulator;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.durable.LogSettings;
import dev.yardmaster.proof.simulator.disk.CrashStyle;
import dev.yardmaster.proof.simulator.disk.DiskFault;
import dev.yardmaster.proof.simulator.disk.SimulatedCrash;
import dev.yardmaster.proof.simulator.disk.SimulatedDisk;
import dev.yardmaster.storage.log.Recovery;
import dev.yardmaster.storage.log.disk.Disk;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests the typed tables of a durable database. A fault occurs at each operation of the disk in
 * turn; the next start must find every acknowledged commit, and the tables as they were after one
 * of the commits.
 */
class TableCrashPointTest {

  /** The number of scripts; see {@link CrashPointTest}. */
  private static final int SEEDS = Integer.getInteger("crash.seeds", 1);

  /** The commits of a life; each is a few operations, and a fault hits every operation. */
  private static final int GROUPS = Integer.getInteger("tests.effort", 1) == 1 ? 30 : 45;

  /**
   * The script's clock advances by 400 ms at each wait, so a force takes place after some waits.
   */
  private static final LogSettings ASYNC = LogSettings.async(1_000);

  /** The parts of a run in which a test can plant a bug. */
  private record Planted(
      LogSettings settings, UnaryOperator<Recovery.Sink> recovering, UnaryOperator<Disk> disk) {

    static Planted none() {
      return none(LogSettings.sync());
    }

    static Planted none(LogSettings settings) {
      return new Planted(settings, tables -> tables, disk -> disk);
    }
  }

  static List<String> protocols() {
    return Protocols.names();
  }

  private static TableScript script(long seed, String protocol, Planted planted) {
    return new TableScript(seed, protocol, planted.settings, planted.recovering);
  }

  private static SimulatedDisk disk(long seed) {
    return new SimulatedDisk(new SplittableRandom(seed), () -> {});
  }

  private static void everyOperation(
      long seed, String protocol, DiskFault.Kind kind, Planted planted, CrashStyle... styles) {
    operations(1, seed, protocol, kind, planted, styles);
  }

  /**
   * Injects a fault at the operations of a life, one after the other, and checks the tables that
   * the next start may find.
   *
   * @param step 1 for every operation, 11 for every eleventh operation
   */
  private static void operations(
      int step,
      long seed,
      String protocol,
      DiskFault.Kind kind,
      Planted planted,
      CrashStyle... styles) {
    SimulatedDisk clean = disk(seed);
    TableScript whole = script(seed, protocol, planted);
    if (!whole.live(planted.disk.apply(clean), GROUPS) || whole.checkpointsWritten() < 2) {
      // A planted bug must not count as caught because of this exception.
      throw new IllegalStateException("checkpoints: " + whole.checkpointsWritten());
    }
    for (long operation = 1; operation <= clean.operations(); operation += step) {
      DiskFault fault = new DiskFault(operation, kind);
      SimulatedDisk disk = disk(seed);
      disk.plan(fault);
      TableScript script = script(seed, protocol, planted);
      life(script, planted.disk.apply(disk));
      CrashStyle[] all = CrashStyle.values();
      for (CrashStyle style : styles.length > 0 ? styles : all) {
        look(script, planted.disk.apply(disk.restart(style)), seed + " " + fault + " " + style);
      }
    }
  }

  private static void life(TableScript script, Disk disk) {
    try {
      var unused = script.live(disk, GROUPS);
    } catch (SimulatedCrash | YardmasterException e) {
      // The fault occurred while the database was being opened. The next start loads the data that
      // is on the disk.
    }
  }

  private static void look(TableScript script, Disk disk, String where) {
    String complaint;
    try {
      complaint = script.complaint(disk);
    } catch (YardmasterException e) {
      throw new AssertionError(where + ": refused: " + e.getMessage(), e);
    }
    if (complaint != null) {
      throw new AssertionError(where + ": " + complaint);
    }
  }

  @ParameterizedTest
  @EnumSource
  void acknowledgedCommitsSurviveAFaultAtAnyOperation(DiskFault.Kind kind) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      everyOperation(seed, "silo", kind, Planted.none());
    }
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void everyProtocolIsRecovered(String protocol) {
    operations(11, 2, protocol, DiskFault.Kind.CRASH, Planted.none(), CrashStyle.LOST);
  }

  @Test
  void manyLivesAreOneDatabase() {
    for (long seed = 1; seed <= 10L * SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      String protocol = protocols().get(random.nextInt(protocols().size()));
      TableScript script = script(seed, protocol, Planted.none());
      SimulatedDisk disk = disk(seed);
      for (int life = 1; life <= 8; life++) {
        DiskFault.Kind[] kinds = DiskFault.Kind.values();
        DiskFault fault =
            new DiskFault(1 + random.nextInt(120), kinds[random.nextInt(kinds.length)]);
        CrashStyle style = CrashStyle.values()[random.nextInt(CrashStyle.values().length)];
        disk.plan(fault);
        life(script, disk);
        disk = disk.restart(style);
        look(
            script,
            disk.copy(),
            "seed=" + seed + " " + protocol + " life=" + life + " " + fault + " " + style);
      }
    }
  }

  @Test
  void asynchronousCommitsSurviveAKill() {
    everyOperation(3, "silo", DiskFault.Kind.CRASH, Planted.none(ASYNC), CrashStyle.KEPT);
  }

  /**
   * After a crash of the machine, a prefix of the asynchronous commits survives. A checkpoint may
   * have read rows of commits that are not on disk yet, so it must not be valid before these
   * commits are in the log on disk.
   */
  @Test
  void aPrefixOfAsynchronousCommitsSurvivesACrash() {
    for (long seed = 4; seed < 4 + SEEDS; seed++) {
      SimulatedDisk clean = disk(seed);
      TableScript whole = script(seed, "silo", Planted.none(ASYNC));
      assertTrue(whole.live(clean, GROUPS));
      assertTrue(whole.checkpointsWritten() > 1);
      for (long operation = 1; operation <= clean.operations(); operation++) {
        DiskFault fault = new DiskFault(operation, DiskFault.Kind.CRASH);
        SimulatedDisk disk = disk(seed);
        disk.plan(fault);
        TableScript script = script(seed, "silo", Planted.none(ASYNC)).losesAcknowledged();
        life(script, disk);
        for (CrashStyle style : CrashStyle.values()) {
          look(script, disk.restart(style), seed + " " + fault + " " + style);
        }
      }
    }
  }

  /** Checks that the data that the next start finds reveal a planted bug. */
  private static void requireCaught(Planted planted, String complaint) {
    AssertionError caught =
        assertThrows(
            AssertionError.class,
            () -> {
              for (long seed = 1; seed <= 3; seed++) {
                for (DiskFault.Kind kind : DiskFault.Kind.values()) {
                  everyOperation(seed, "silo", kind, planted);
                }
              }
            });
    assertTrue(caught.getMessage().contains(complaint), caught::getMessage);
  }

  @Test
  void anAcknowledgementBeforeTheForceIsCaught() {
    requireCaught(Planted.none(ASYNC), "were acknowledged");
  }

  @Test
  void aReplayWithoutDeletionsIsCaught() {
    UnaryOperator<Recovery.Sink> withoutDeletions =
        tables ->
            (write, version) -> {
              if (!write.isDeletion()) {
                tables.entry(write, version);
              }
            };
    requireCaught(
        new Planted(LogSettings.sync(), withoutDeletions, disk -> disk), "the tables differ");
  }

  @Test
  void aReplayThatKeepsTheOldestVersionIsCaught() {
    UnaryOperator<Recovery.Sink> oldest =
        tables -> {
          Set<Key> seen = new HashSet<>();
          return (write, version) -> {
            if (seen.add(write.key())) {
              tables.entry(write, version);
            }
          };
        };
    requireCaught(new Planted(LogSettings.sync(), oldest, disk -> disk), "commits were found");
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "LOG_NOT_FORCED",
        "ANSWERED_BEFORE_FORCED",
        "NAMES_NOT_FORCED",
        "CHECKPOINT_NOT_FORCED"
      })
  void aBugOfTheDiskIsCaught(DiskBug bug) {
    requireCaught(new Planted(LogSettings.sync(), tables -> tables, bug::plant), "operation=");
  }
}
