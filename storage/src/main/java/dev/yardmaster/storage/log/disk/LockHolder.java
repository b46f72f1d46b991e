package dev.yardmaster.storage.log.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The process that a lock file names as the lock's holder.
 *
 * @param pid the process id
 * @param startedMs the time at which the process started, in ms since 1970; 0 if unknown
 * @param place where the process runs: the boot id of the machine, the PID namespace, and the inode
 *     of the directory (a copy of the directory has another inode); empty if unknown
 */
record LockHolder(long pid, long startedMs, String place) {

  static final int MAX_BYTES = 256;

  /**
   * The maximum difference, in ms, between two values that may be the start time of the same
   * process. A start time is computed from the machine's clock, which may have been adjusted
   * between the two computations.
   */
  private static final long CLOCK_STEP_MS = 2_000;

  private static final Pattern TEXT =
      Pattern.compile("process (\\d{1,18})(?:\nstarted (\\d{1,18})\nin (\\S+)\n)?");

  /** Returns this process as the holder of a directory. */
  static LockHolder self(Path directory) {
    ProcessHandle process = ProcessHandle.current();
    return new LockHolder(process.pid(), startedMs(process), placeOf(directory));
  }

  private static long startedMs(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }

  private static String placeOf(Path directory) {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip()
          + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"))
          + Files.readAttributes(directory, BasicFileAttributes.class).fileKey();
    } catch (IOException | UnsupportedOperationException e) {
      return ""; // In this case, the machine does not run Linux.
    }
  }

  /** Parses a lock file's text; returns null if the text names no process. */
  static LockHolder parse(String text) {
    Matcher found = TEXT.matcher(text);
    if (!found.matches()) {
      return null;
    }
    boolean full = found.group(2) != null;
    return new LockHolder(
        Long.parseLong(found.group(1)),
        full ? Long.parseLong(found.group(2)) : 0,
        full ? found.group(3) : "");
  }

  /** Returns the text that this process writes to the lock file when it holds the lock. */
  String text() {
    return name() + (place.isEmpty() ? "" : "\nstarted " + startedMs + "\nin " + place + "\n");
  }

  /** Returns a description of the process for messages. */
  String name() {
    return "process " + pid;
  }

  /** Returns whether the holder is a process other than {@code self}, and is running now. */
  boolean isLivingBeside(LockHolder self) {
    if (place.isEmpty() || !place.equals(self.place) || pid == self.pid) {
      return false;
    }
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .filter(process -> Math.abs(startedMs(process) - startedMs) <= CLOCK_STEP_MS)
        .isPresent();
  }
}
