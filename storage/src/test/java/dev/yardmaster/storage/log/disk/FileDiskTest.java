package dev.yardmaster.storage.log.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileDiskTest {

  @TempDir private Path folder;

  @Test
  void belongsToOneAtATime() throws IOException {
    Path directory = folder.resolve("data");
    try (FileDisk disk = FileDisk.open(directory)) {
      YardmasterException error =
          assertThrows(YardmasterException.class, () -> FileDisk.open(directory));
      assertEquals(ErrorCode.DIRECTORY_IN_USE, error.code());
      assertEquals(directory.toString(), error.details().get("directory"));
      assertEquals("process " + ProcessHandle.current().pid(), error.details().get("heldBy"));
      assertEquals(List.of(), disk.list());
    }
    FileDisk.open(directory).close();
  }

  @Test
  void anotherProcessIsToldWhoHasIt() throws Exception {
    Path directory = folder.resolve("data");
    FileDisk disk = FileDisk.open(directory);
    try (disk) {
      assertAnotherProcessIsRefused(directory);
    }
  }

  @Test
  void theLockOutlivesASecondAttemptOfTheSameProcess() throws Exception {
    Path directory = folder.resolve("data");
    Path byAnotherName = Files.createSymbolicLink(folder.resolve("link"), directory);
    FileDisk disk = FileDisk.open(directory);
    try (disk) {
      assertThrows(YardmasterException.class, () -> FileDisk.open(directory));
      assertThrows(YardmasterException.class, () -> FileDisk.open(byAnotherName));
      assertAnotherProcessIsRefused(directory);
    }
    FileDisk next = FileDisk.open(directory);
    try (next) {
      disk.close();
      assertThrows(YardmasterException.class, () -> FileDisk.open(directory), "closed twice");
      assertAnotherProcessIsRefused(directory);
    }
  }

  @Test
  void aCopyWithinTheProcessDoesNotLetAnotherOneIn() throws Exception {
    Path directory = folder.resolve("data");
    try (FileDisk disk = FileDisk.open(directory)) {
      disk.create("a").close();
      Path copy = Files.createDirectory(folder.resolve("copy"));
      // The copy opens, reads and closes the lock file, so this process loses the operating-system
      // lock.
      for (String name : List.of("a", "lock")) {
        Files.write(copy.resolve(name), Files.readAllBytes(directory.resolve(name)));
      }
      assertAnotherProcessIsRefused(directory);
      FileDisk.open(copy).close();
    }
    assertEquals(
        0,
        Files.size(directory.resolve("lock")),
        "the lock file of a closed directory" + " must name no holder");
  }

  @Test
  void anotherClassLoaderIsRefusedAndTheLockStays() throws Exception {
    Path directory = folder.resolve("data");
    URL[] path =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(entry -> url(Path.of(entry)))
            .toArray(URL[]::new);
    try (FileDisk disk = FileDisk.open(directory);
        URLClassLoader other = new URLClassLoader(path, ClassLoader.getPlatformClassLoader())) {
      assertEquals(List.of(), disk.list());
      Class<?> otherDisk = other.loadClass(FileDisk.class.getName());
      assertNotSame(FileDisk.class, otherDisk);
      InvocationTargetException thrown =
          assertThrows(
              InvocationTargetException.class,
              () -> otherDisk.getMethod("open", Path.class).invoke(null, directory));
      assertTrue(thrown.getCause().toString().contains("DIRECTORY_IN_USE"));
      assertAnotherProcessIsRefused(directory);
    }
  }

  private static URL url(Path entry) {
    try {
      return entry.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static void assertAnotherProcessIsRefused(Path directory) throws Exception {
    Process other =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Opener.class.getName(),
                directory.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(3, other.waitFor(), said);
    assertTrue(said.contains("DIRECTORY_IN_USE"), said);
    assertTrue(said.contains("process " + ProcessHandle.current().pid()), said);
  }

  /** The main class of another process, which opens a directory. */
  static final class Opener {
    private Opener() {}

    public static void main(String[] args) throws IOException {
      try {
        FileDisk.open(Path.of(args[0])).close();
      } catch (YardmasterException e) {
        System.out.println(e.getMessage());
        Runtime.getRuntime().halt(3);
      }
    }
  }

  @Test
  void filesAreWhatTheirNamesSay() throws IOException {
    try (FileDisk disk = FileDisk.open(folder)) {
      try (DiskFile file = disk.create("a")) {
        file.write(ByteBuffer.wrap(new byte[] {1, 2, 3, 4}), 2);
        file.force();
        assertEquals(6, file.size());
        file.truncate(5);
        ByteBuffer read = ByteBuffer.allocate(8);
        assertEquals(5, file.read(read, 0));
        assertEquals(3, read.get(4));
        assertEquals(0, file.read(ByteBuffer.allocate(1), 5), "the end");
      }
      assertThrows(FileAlreadyExistsException.class, () -> disk.create("a"));
      assertThrows(NoSuchFileException.class, () -> disk.open("b"));
      disk.rename("a", "b");
      disk.forceNames();
      assertEquals(List.of("b"), disk.list());
      disk.delete("b");
      assertEquals(List.of(), disk.list());
      assertThrows(NoSuchFileException.class, () -> disk.delete("b"));
    }
  }

  @Test
  void aDirectoryThatCannotBeMadeIsAnError() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "not a directory");
    assertThrows(IOException.class, () -> FileDisk.open(file.resolve("data")));
  }

  @Test
  void whoOnlyReadsLeavesEverythingAsItIs() throws Exception {
    Path directory = folder.resolve("data");
    try (FileDisk disk = FileDisk.open(directory)) {
      disk.create("a").close();
      assertThrows(YardmasterException.class, () -> FileDisk.openToRead(directory));
      assertAnotherProcessIsRefused(directory);
    }
    Path lock = directory.resolve("lock");
    Files.writeString(lock, "as it was");
    FileDisk reader = FileDisk.openToRead(directory);
    try (reader;
        DiskFile file = reader.open("a")) {
      assertEquals(List.of("a"), reader.list());
      assertThrows(NonWritableChannelException.class, () -> file.truncate(0));
      assertThrows(YardmasterException.class, () -> FileDisk.open(directory));
    }
    assertEquals("as it was", Files.readString(lock));
    Files.delete(lock);
    FileDisk.openToRead(directory).close();
    assertFalse(Files.exists(lock), "the copy must have no lock file");
    FileDisk.open(directory).close();
  }
}
