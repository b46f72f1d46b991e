package dev.yardmaster.proof.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.proof.simulator.disk.DiskFault;
import dev.yardmaster.proof.simulator.disk.DiskOperation;
import dev.yardmaster.proof.simulator.disk.SimulatedDisk;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests log, checkpoints and recovery: a fault occurs at each operation of the disk in turn. */
class CrashPointTest {

  /**
   * The number of scripts that the test runs. With more scripts, and with more possible disks after
   * each fault, the test takes longer and finds rarer bugs.
   */
  private static final int SEEDS = Integer.getInteger("crash.seeds", 1);

  private static final int FUTURES = Integer.getInteger("crash.futures", 0);

  private static void everyOperation(
      long seed, DiskFault.Kind kind, int futures, UnaryOperator<Disk> use) throws IOException {
    CrashPoints points = new CrashPoints(seed, use);
    long operations = points.operations();
    assertTrue(operations > 60, () -> operations + " operations");
    for (long operation = 1; operation <= operations; operation++) {
      points.at(new DiskFault(operation, kind), futures);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatWasAcknowledgedIsThereWhereverItGoesWrong(DiskFault.Kind kind) throws IOException {
    for (long seed = 1; seed <= SEEDS; seed++) {
      everyOperation(seed, kind, FUTURES, UnaryOperator.identity());
    }
  }

  @Test
  void manyLivesAreOneLog() throws IOException {
    for (long seed = 1; seed <= 20L * SEEDS; seed++) {
      new CrashPoints(seed, UnaryOperator.identity()).manyLives(12);
    }
  }

  /** Checks that runs with faults detect each planted bug. */
  @ParameterizedTest
  @EnumSource
  void aPlantedBugIsCaught(DiskBug bug) {
    assertThrows(
        AssertionError.class,
        () -> {
          for (long seed = 1; seed <= 3; seed++) {
            for (DiskFault.Kind kind : DiskFault.Kind.values()) {
              everyOperation(seed, kind, 1, bug::plant);
            }
          }
        },
        bug::words);
  }

  @Test
  void damageToWhatWasForcedIsRefusedAndNothingIsChanged() throws IOException {
    int refused = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      LogScript script = new LogScript(seed);
      SimulatedDisk clean = new CrashPoints(seed, UnaryOperator.identity()).cleanDisk(script);
      SplittableRandom random = new SplittableRandom(seed);
      for (int i = 0; i < 200; i++) {
        SimulatedDisk damaged = clean.copy();
        String where = "seed=" + seed + " " + damage(damaged, random);
        Map<String, Integer> files = files(damaged);
        long changes = changes(damaged);
        try {
          LogScript.Found found = LogScript.recover(damaged);
          assertTrue(
              script.complaint(found, true) == null || script.lacksTheLastGroupOnly(found), where);
        } catch (YardmasterException e) {
          assertEquals(ErrorCode.DAMAGED, e.code(), where);
          assertEquals(changes, changes(damaged), where);
          assertEquals(files, files(damaged), where);
          refused++;
        }
      }
    }
    assertTrue(refused > 40 * SEEDS, "refused " + refused);
  }

  /**
   * The operations that change data. A start also creates the file of its epoch, which is empty.
   */
  private static long changes(SimulatedDisk disk) {
    return disk.count(DiskOperation.WRITE)
        + disk.count(DiskOperation.TRUNCATE)
        + disk.count(DiskOperation.RENAME);
  }

  /** Flips a bit of a file that has contents. Returns a text that says which bit it is. */
  private static String damage(SimulatedDisk disk, SplittableRandom random) throws IOException {
    List<String> names = List.copyOf(files(disk).keySet());
    String name = names.get(random.nextInt(names.size()));
    try (DiskFile file = disk.open(name)) {
      long at = random.nextLong(file.size());
      ByteBuffer one = ByteBuffer.allocate(1);
      file.read(one, at);
      one.put(0, (byte) (one.get(0) ^ 1 << random.nextInt(Byte.SIZE))).flip();
      file.write(one, at);
      file.force();
      return name + " at " + at;
    }
  }

  /** Hashes of all files that have contents, by name. */
  private static Map<String, Integer> files(SimulatedDisk disk) throws IOException {
    Map<String, Integer> files = new TreeMap<>();
    for (String name : disk.list()) {
      try (DiskFile file = disk.open(name)) {
        ByteBuffer all = ByteBuffer.allocate((int) file.size());
        file.read(all, 0);
        if (all.capacity() > 0) {
          files.put(name, Arrays.hashCode(all.array()));
        }
      }
    }
    return files;
  }
}
