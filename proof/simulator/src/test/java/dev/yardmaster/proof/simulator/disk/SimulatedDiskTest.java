package dev.yardmaster.proof.simulator.disk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.storage.log.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks which data the disk keeps and which data it may lose, and that it does lose such data in
 * some runs.
 */
class SimulatedDiskTest {

  private static final int FUTURES = 300;
  private static final int PAGE = FileContents.PAGE_BYTES;
  private static final int SECTOR = FileContents.SECTOR_BYTES;

  private int switches;
  private final SimulatedDisk disk = disk(1);

  private SimulatedDisk disk(long seed) {
    return new SimulatedDisk(new SplittableRandom(seed), () -> switches++);
  }

  private static byte[] filled(int value, int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  private static void write(DiskFile file, int value, int length, long position)
      throws IOException {
    file.write(ByteBuffer.wrap(filled(value, length)), position);
  }

  private static byte[] contents(DiskFile file) throws IOException {
    ByteBuffer all = ByteBuffer.allocate((int) file.size());
    assertEquals(all.capacity(), file.read(all, 0));
    return all.array();
  }

  private static byte[] contents(SimulatedDisk disk, String name) throws IOException {
    try (DiskFile file = disk.open(name)) {
      return contents(file);
    }
  }

  /** Creates a file and forces its name to the disk. */
  private static DiskFile lasting(SimulatedDisk disk, String name) throws IOException {
    DiskFile file = disk.create(name);
    disk.forceNames();
    return file;
  }

  /** Creates a file with a forced page of ones, and six unforced pages of twos from one write. */
  private DiskFile forcedPageAndSixMore() throws IOException {
    DiskFile file = lasting(disk, "f");
    write(file, 1, PAGE, 0);
    file.force();
    write(file, 2, 6 * PAGE, PAGE);
    return file;
  }

  @Test
  void readsWhatWasWritten() throws IOException {
    DiskFile file = disk.create("f");
    write(file, 7, 3, 5);
    assertArrayEquals(new byte[] {0, 0, 0, 0, 0, 7, 7, 7}, contents(file));
    ByteBuffer target = ByteBuffer.allocate(10);
    target.position(4);
    assertEquals(2, file.read(target, 6));
    assertEquals(6, target.position());
    assertEquals(0, file.read(target, 8));
    assertEquals(0, file.read(target, 1L << 40));
    file.truncate(6);
    write(file, 8, 1, 7);
    assertArrayEquals(new byte[] {0, 0, 0, 0, 0, 7, 0, 8}, contents(file));
    file.truncate(100);
    assertEquals(8, file.size());
  }

  @Test
  void namesAreCreatedOpenedReplacedAndDeleted() throws IOException {
    DiskFile one = disk.create("one");
    write(one, 1, 1, 0);
    DiskFile two = disk.create("two");
    write(two, 2, 1, 0);
    assertThrows(FileAlreadyExistsException.class, () -> disk.create("two"));
    disk.rename("one", "two");
    assertEquals(List.of("two"), disk.list());
    assertArrayEquals(new byte[] {1}, contents(disk, "two"));
    assertArrayEquals(new byte[] {2}, contents(two));
    disk.delete("two");
    assertEquals(List.of(), disk.list());
    assertThrows(NoSuchFileException.class, () -> disk.open("two"));
    assertThrows(NoSuchFileException.class, () -> disk.delete("two"));
    assertThrows(NoSuchFileException.class, () -> disk.rename("two", "one"));
  }

  @Test
  void whatIsClosedIsNotUsed() throws IOException {
    DiskFile file = disk.create("f");
    assertThrows(IllegalStateException.class, disk::close);
    file.close();
    file.close();
    assertThrows(IllegalStateException.class, () -> file.force());
    assertThrows(IllegalStateException.class, () -> write(file, 1, 1, 0));
    disk.close();
    disk.close();
    assertThrows(IllegalStateException.class, () -> disk.open("f"));
    assertThrows(IllegalStateException.class, () -> disk.create("g"));
    assertThrows(IllegalStateException.class, disk::list);
  }

  @Test
  void countsWhatChangesSomethingAndLetsOthersGoOnBefore() throws IOException {
    DiskFile file = disk.create("f");
    write(file, 1, 10, 0);
    write(file, 1, 10, 10);
    file.truncate(5);
    file.force();
    disk.rename("f", "g");
    disk.forceNames();
    disk.delete("g");
    long counted = disk.operations();
    assertEquals(8, counted);
    assertEquals(8, switches);
    var unused = contents(file);
    file.close();
    assertEquals(counted, disk.operations());
    for (DiskOperation kind : DiskOperation.values()) {
      assertEquals(kind == DiskOperation.WRITE ? 2 : 1, disk.count(kind), kind.name());
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatWasForcedIsThereWhateverHappensBesideIt(CrashStyle style) throws IOException {
    SplittableRandom random = new SplittableRandom(5);
    for (int run = 0; run < FUTURES; run++) {
      SimulatedDisk disk = disk(run);
      DiskFile file = lasting(disk, "f");
      byte[] forced = new byte[random.nextInt(3 * PAGE)];
      random.nextBytes(forced);
      file.write(ByteBuffer.wrap(forced), 0);
      file.force();
      // The unforced writes are before and after the forced bytes, at any alignment.
      int from = forced.length == 0 ? 0 : random.nextInt(forced.length);
      int to = from + random.nextInt(forced.length - from + 1);
      write(file, 9, to - from, from);
      write(file, 9, random.nextInt(3 * PAGE), forced.length);
      disk.create("g");
      byte[] found = contents(disk.restart(style), "f");
      String what = "run=" + run;
      assertTrue(found.length >= forced.length, what);
      assertArrayEquals(Arrays.copyOf(forced, from), Arrays.copyOf(found, from), what);
      assertArrayEquals(
          Arrays.copyOfRange(forced, to, forced.length),
          Arrays.copyOfRange(found, to, forced.length),
          what);
    }
  }

  @Test
  void lostMeansThatNothingUnforcedIsThereButPerhapsItsLength() throws IOException {
    forcedPageAndSixMore();
    Set<Boolean> longer = new HashSet<>();
    for (int i = 0; i < FUTURES; i++) {
      byte[] found = contents(disk.restart(CrashStyle.LOST), "f");
      assertTrue(found.length >= PAGE && found.length <= 7 * PAGE, "length=" + found.length);
      for (int at = PAGE; at < found.length; at++) {
        assertEquals(0, found[at]);
      }
      longer.add(found.length > PAGE);
    }
    assertEquals(Set.of(true, false), longer);
  }

  @Test
  void partialMeansAPrefixOfAllWritesCutAnywhere() throws IOException {
    DiskFile file = lasting(disk, "f");
    // The pages are written backwards, so that the first write is not at the lower position.
    write(file, 2, 2 * PAGE, 2 * PAGE);
    write(file, 1, 2 * PAGE, 0);
    Set<String> met = new HashSet<>();
    for (int i = 0; i < FUTURES; i++) {
      byte[] found = Arrays.copyOf(contents(disk.restart(CrashStyle.PARTIAL), "f"), 4 * PAGE);
      int ones = prefix(found, 0, 1);
      int twos = prefix(found, 2 * PAGE, 2);
      assertArrayEquals(filled(0, 2 * PAGE - ones), Arrays.copyOfRange(found, ones, 2 * PAGE));
      if (ones > 0 && twos < 2 * PAGE) {
        // The rest of the earlier write can only be missing if the file is shorter.
        assertArrayEquals(
            filled(0, 2 * PAGE - twos), Arrays.copyOfRange(found, 2 * PAGE + twos, 4 * PAGE));
      }
      met.add(ones == 0 ? "first only" : "both");
      int cut = ones == 0 ? twos : ones;
      met.add(cut % PAGE == 0 ? "page" : cut % SECTOR == 0 ? "sector" : "anywhere");
    }
    assertEquals(Set.of("first only", "both", "page", "sector", "anywhere"), met);
  }

  private static int prefix(byte[] bytes, int from, int value) {
    int to = from;
    while (to < bytes.length && bytes[to] == value) {
      to++;
    }
    return to - from;
  }

  @Test
  void reorderedMeansAnyPagesLaterOnesWithoutEarlierOnes() throws IOException {
    forcedPageAndSixMore();
    Set<Integer> patterns = new HashSet<>();
    boolean tornInside = false;
    boolean lengthWithoutBytes = false;
    boolean cutInsideASector = false;
    for (int i = 0; i < 4 * FUTURES; i++) {
      byte[] found = contents(disk.restart(CrashStyle.REORDERED), "f");
      int pattern = 0;
      for (int page = 1; page < 7; page++) {
        int ours = 0;
        for (int at = page * PAGE; at < Math.min(found.length, (page + 1) * PAGE); at++) {
          assertTrue(found[at] == 0 || found[at] == 2);
          ours += found[at] == 2 ? 1 : 0;
        }
        pattern |= ours == PAGE ? 1 << page : 0;
        tornInside |= ours % SECTOR != 0 && found.length >= (page + 1) * PAGE;
      }
      patterns.add(pattern);
      lengthWithoutBytes |= found[found.length - 1] == 0;
      cutInsideASector |= found.length % SECTOR != 0;
    }
    assertEquals(1 << 6, patterns.size());
    assertTrue(tornInside);
    assertTrue(lengthWithoutBytes);
    assertTrue(cutInsideASector);
  }

  @Test
  void flippedBitsAreInUnforcedBytesOnly() throws IOException {
    forcedPageAndSixMore();
    int flipped = 0;
    for (int i = 0; i < FUTURES; i++) {
      byte[] found = contents(disk.restart(CrashStyle.BIT_FLIPPED), "f");
      assertArrayEquals(filled(1, PAGE), Arrays.copyOf(found, PAGE));
      boolean wrong = false;
      for (int at = PAGE; at < found.length; at++) {
        wrong |= found[at] != 0 && found[at] != 2;
      }
      flipped += wrong ? 1 : 0;
    }
    assertTrue(flipped > FUTURES / 3, "flipped in " + flipped);
  }

  @Test
  void whatAKilledProcessWroteIsThereButNotForced() throws IOException {
    forcedPageAndSixMore();
    disk.create("unforced-name");
    SimulatedDisk killed = disk.restart(CrashStyle.KEPT);
    assertEquals(List.of("f", "unforced-name"), killed.list());
    byte[] found = contents(killed, "f");
    assertArrayEquals(filled(2, 6 * PAGE), Arrays.copyOfRange(found, PAGE, 7 * PAGE));
    Set<Integer> lengths = new HashSet<>();
    Set<Integer> names = new HashSet<>();
    for (int i = 0; i < FUTURES; i++) {
      SimulatedDisk pulled = killed.restart(CrashStyle.LOST);
      lengths.add(Math.min(contents(pulled, "f").length, PAGE + 1));
      names.add(pulled.list().size());
    }
    assertEquals(Set.of(PAGE, PAGE + 1), lengths);
    assertEquals(Set.of(1, 2), names);
    SimulatedDisk killedAgain = disk.restart(CrashStyle.KEPT);
    try (DiskFile file = killedAgain.open("f")) {
      file.force();
    }
    assertArrayEquals(found, contents(killedAgain.restart(CrashStyle.LOST), "f"));
  }

  @Test
  void whatACrashOfTheMachineLeftIsForced() throws IOException {
    forcedPageAndSixMore();
    for (CrashStyle style : CrashStyle.values()) {
      if (style != CrashStyle.KEPT) {
        SimulatedDisk after = disk.restart(style);
        byte[] found = contents(after, "f");
        for (int i = 0; i < 20; i++) {
          assertArrayEquals(found, contents(after.restart(CrashStyle.LOST), "f"));
        }
      }
    }
  }

  @Test
  void cutOffBytesMayComeBackUntilTheCutIsForced() throws IOException {
    DiskFile file = lasting(disk, "f");
    write(file, 1, PAGE, 0);
    file.force();
    file.truncate(100);
    Set<Integer> lengths = new HashSet<>();
    for (int i = 0; i < FUTURES; i++) {
      byte[] found = contents(disk.restart(CrashStyle.REORDERED), "f");
      assertArrayEquals(filled(1, 100), Arrays.copyOf(found, 100));
      lengths.add(found.length);
    }
    assertTrue(lengths.contains(100) && lengths.contains(PAGE), lengths.toString());
    SimulatedDisk killed = disk.restart(CrashStyle.KEPT);
    try (DiskFile again = killed.open("f")) {
      again.force();
    }
    assertEquals(100, contents(killed.restart(CrashStyle.REORDERED), "f").length);
  }

  @Test
  void namesAreSureOnlyWhenTheyAreForced() throws IOException {
    DiskFile old = lasting(disk, "checkpoint-1");
    write(old, 1, 10, 0);
    old.force();
    DiskFile next = disk.create("checkpoint-2.tmp");
    write(next, 2, 10, 0);
    next.force();
    disk.rename("checkpoint-2.tmp", "checkpoint-2");
    disk.delete("checkpoint-1");
    Set<List<String>> met = new HashSet<>();
    for (int i = 0; i < FUTURES; i++) {
      SimulatedDisk after = disk.restart(CrashStyle.LOST);
      met.add(after.list());
      for (String name : after.list()) {
        int value = name.equals("checkpoint-1") ? 1 : 2;
        assertArrayEquals(filled(value, 10), contents(after, name), name);
      }
    }
    assertEquals(
        Set.of(
            List.of(),
            List.of("checkpoint-1"),
            List.of("checkpoint-2.tmp"),
            List.of("checkpoint-2"),
            List.of("checkpoint-1", "checkpoint-2.tmp"),
            List.of("checkpoint-1", "checkpoint-2")),
        met);
  }

  @Test
  void aRenameReplacesAllAtOnce() throws IOException {
    DiskFile old = lasting(disk, "f");
    write(old, 1, 10, 0);
    old.force();
    DiskFile next = lasting(disk, "f.tmp");
    write(next, 2, 10, 0);
    next.force();
    disk.rename("f.tmp", "f");
    Set<Integer> met = new HashSet<>();
    for (int i = 0; i < FUTURES; i++) {
      SimulatedDisk after = disk.restart(CrashStyle.REORDERED);
      int value = contents(after, "f")[0];
      assertArrayEquals(filled(value, 10), contents(after, "f"));
      assertEquals(value == 1 ? List.of("f", "f.tmp") : List.of("f"), after.list());
      met.add(value);
    }
    assertEquals(Set.of(1, 2), met);
  }

  @Test
  void forcedNamesStandForForcedContentsOnly() throws IOException {
    DiskFile file = lasting(disk, "f");
    write(file, 1, PAGE, 0);
    Set<Boolean> written = new HashSet<>();
    for (int i = 0; i < FUTURES; i++) {
      SimulatedDisk after = disk.restart(CrashStyle.PARTIAL);
      assertEquals(List.of("f"), after.list());
      byte[] found = contents(after, "f");
      written.add(found.length > 0 && found[0] == 1);
    }
    assertEquals(Set.of(true, false), written);
  }

  @ParameterizedTest
  @EnumSource
  void aCrashEndsEverythingAtItsOperation(DiskOperation kind) throws IOException {
    Set<Boolean> done = new HashSet<>();
    for (int run = 0; run < 100; run++) {
      SimulatedDisk disk = disk(run);
      DiskFile file = lasting(disk, "f");
      write(file, 1, 2 * PAGE, 0);
      disk.plan(new DiskFault(disk.operations() + 1, DiskFault.Kind.CRASH));
      assertFalse(disk.isCrashed());
      assertThrows(SimulatedCrash.class, () -> perform(kind, disk, file));
      assertTrue(disk.isCrashed());
      assertThrows(SimulatedCrash.class, () -> file.size());
      assertThrows(SimulatedCrash.class, file::close);
      assertThrows(SimulatedCrash.class, disk::list);
      assertThrows(SimulatedCrash.class, disk::forceNames);
      SimulatedDisk after = disk.restart(CrashStyle.KEPT);
      assertEquals(0, after.operations());
      boolean there = after.list().contains("f");
      done.add(
          switch (kind) {
            case CREATE -> after.list().contains("new");
            case RENAME -> after.list().contains("renamed");
            case DELETE -> !there;
            case WRITE -> contents(after, "f").length > 2 * PAGE;
            case TRUNCATE -> contents(after, "f").length == 1;
            case FORCE, FORCE_NAMES -> there;
          });
    }
    boolean changesNothing = kind == DiskOperation.FORCE || kind == DiskOperation.FORCE_NAMES;
    assertEquals(changesNothing ? Set.of(true) : Set.of(true, false), done);
  }

  private static void perform(DiskOperation kind, SimulatedDisk disk, DiskFile file)
      throws IOException {
    switch (kind) {
      case CREATE -> disk.create("new");
      case WRITE -> write(file, 2, PAGE, 2 * PAGE);
      case TRUNCATE -> file.truncate(1);
      case FORCE -> file.force();
      case RENAME -> disk.rename("f", "renamed");
      case DELETE -> disk.delete("f");
      case FORCE_NAMES -> disk.forceNames();
    }
  }

  @ParameterizedTest
  @EnumSource
  void anErrorHitsOneOperation(DiskOperation kind) throws IOException {
    DiskFile file = lasting(disk, "f");
    write(file, 1, 2 * PAGE, 0);
    disk.plan(new DiskFault(disk.operations() + 1, DiskFault.Kind.IO_ERROR));
    IOException error = assertThrows(IOException.class, () -> perform(kind, disk, file));
    assertTrue(error.getMessage().endsWith("Input/output error"), error.getMessage());
    assertFalse(disk.isCrashed());
    write(file, 3, 1, 0);
    file.force();
    assertEquals(3, contents(file)[0]);
  }

  @Test
  void whatAFailedForceDidNotWriteNoLaterForceWrites() throws IOException {
    Set<Integer> met = new HashSet<>();
    for (int run = 0; run < FUTURES; run++) {
      SimulatedDisk disk = disk(run);
      DiskFile file = lasting(disk, "f");
      write(file, 1, 2 * PAGE, 0);
      disk.plan(new DiskFault(disk.operations() + 1, DiskFault.Kind.IO_ERROR));
      assertThrows(IOException.class, file::force);
      assertArrayEquals(filled(1, 2 * PAGE), contents(file), "the data must still be readable");
      file.force();
      write(file, 2, PAGE, 2 * PAGE);
      file.force();
      byte[] found = contents(disk.restart(CrashStyle.LOST), "f");
      assertArrayEquals(filled(2, PAGE), Arrays.copyOfRange(found, 2 * PAGE, 3 * PAGE));
      met.add(found[0] * 2 + found[PAGE]);
      assertArrayEquals(filled(found[0], PAGE), Arrays.copyOf(found, PAGE));
    }
    assertEquals(Set.of(0, 1, 2, 3), met);
  }

  @ParameterizedTest
  @EnumSource(names = {"IO_ERROR", "IO_ERROR_UNSEEN"})
  void whatAFailedForceMissedIsForgottenByTheNextStartOrShownAndNotForced(DiskFault.Kind kind)
      throws IOException {
    int missed = 0;
    for (int run = 0; run < FUTURES; run++) {
      SimulatedDisk disk = disk(run);
      DiskFile file = lasting(disk, "f");
      write(file, 1, 2 * PAGE, 0);
      disk.plan(new DiskFault(disk.operations() + 1, kind));
      assertThrows(IOException.class, file::force);
      byte[] onDisk = contents(disk.restart(CrashStyle.LOST), "f");
      SimulatedDisk killed = disk.restart(CrashStyle.KEPT);
      boolean unseen = kind == DiskFault.Kind.IO_ERROR_UNSEEN;
      assertArrayEquals(unseen ? filled(1, 2 * PAGE) : onDisk, contents(killed, "f"));
      try (DiskFile again = killed.open("f")) {
        again.force();
      }
      assertArrayEquals(onDisk, contents(killed.restart(CrashStyle.LOST), "f"));
      killed = disk.restart(CrashStyle.KEPT);
      try (DiskFile again = killed.open("f")) {
        write(again, 1, 2 * PAGE, 0);
        again.force();
      }
      assertArrayEquals(filled(1, 2 * PAGE), contents(killed.restart(CrashStyle.LOST), "f"));
      missed += Arrays.equals(onDisk, filled(1, 2 * PAGE)) ? 0 : 1;
    }
    assertTrue(missed > FUTURES / 2, "missed in " + missed);
  }

  @Test
  void aCopyHoldsTheSameAndGoesItsOwnWay() throws IOException {
    forcedPageAndSixMore();
    SimulatedDisk copy = disk.copy();
    assertFalse(disk.isCrashed());
    assertArrayEquals(contents(disk, "f"), contents(copy, "f"));
    int before = switches;
    copy.delete("f");
    assertEquals(before, switches);
    assertEquals(List.of("f"), disk.list());
  }

  @Test
  void aFullDiskTakesPartOfAWriteUntilSomethingIsDeleted() throws IOException {
    Set<Boolean> partly = new HashSet<>();
    for (int run = 0; run < 100; run++) {
      SimulatedDisk disk = disk(run);
      DiskFile file = lasting(disk, "f");
      lasting(disk, "old").close();
      disk.plan(new DiskFault(disk.operations() + 1, DiskFault.Kind.NO_SPACE));
      IOException error = assertThrows(IOException.class, () -> write(file, 1, 100, 0));
      assertTrue(error.getMessage().contains("No space left on device"), error.getMessage());
      partly.add(file.size() > 0);
      assertTrue(file.size() <= 100);
      assertThrows(IOException.class, () -> write(file, 1, 100, 0));
      assertThrows(IOException.class, () -> disk.create("new"));
      assertEquals(List.of("f", "old"), disk.list());
      file.force();
      disk.forceNames();
      disk.delete("old");
      write(file, 1, 100, 0);
      assertArrayEquals(filled(1, 100), contents(file));
    }
    assertEquals(Set.of(true, false), partly);
  }

  @Test
  void aFaultIsPlannedAhead() throws IOException {
    disk.create("f");
    assertThrows(
        IllegalArgumentException.class, () -> disk.plan(new DiskFault(1, DiskFault.Kind.IO_ERROR)));
  }

  @Test
  void equalSeedsCrashEqually() throws IOException {
    for (CrashStyle style : CrashStyle.values()) {
      byte[][] found = new byte[2][];
      for (int i = 0; i < 2; i++) {
        SimulatedDisk disk = disk(77);
        DiskFile file = lasting(disk, "f");
        write(file, 3, 5 * PAGE, 17);
        found[i] = contents(disk.restart(style), "f");
      }
      assertArrayEquals(found[0], found[1]);
    }
  }
}
