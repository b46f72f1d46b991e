package dev.yardmaster.proof.torture;

import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.log.backup.Inspection;
import dev.yardmaster.storage.log.backup.RestorePoint;
import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.storage.log.format.LogVisitor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.agrona.concurrent.NanoClock;

/**
 * Takes and checks the backups of a torture run, one at a time. A kill may interrupt a backup.
 * After that, the next backup to the same directory must succeed. A complete backup is restored,
 * either alone or, together with the archive, up to a random version. The restored directory must
 * have the state that the bank had at this version. Before a restore, the archive must contain the
 * newest complete segment of the log. This class is not thread-safe.
 */
final class Backups {

  private enum Phase {
    NONE,
    BEGUN,
    CUT,
    COMPLETE
  }

  /** After each restore without the archive, this number of restores uses the archive. */
  private static final int WITH_ARCHIVE = 3;

  private static final long ARCHIVE_TIMEOUT_NS = 30_000_000_000L;
  private static final int ARCHIVE_LOOK_MS = 5;
  private static final Pattern SEGMENT = Pattern.compile("log-([0-9]+)");

  private final Path data;
  private final Copies copies;
  private final NanoClock clock;
  private final boolean hasArchive;
  private final Restoring restoring;
  private final RestoredBank restoredBank;
  private final SplittableRandom random;

  private Phase phase = Phase.NONE;
  private int number = 1;

  /** The highest commit version in the child's answers before the backup began. */
  private long answeredVersion;

  private int completed;
  private int cut;
  private int restored;
  private int restoredWithArchive;

  /**
   * Creates the object; no backup has begun yet.
   *
   * @param data the data directory whose copies are checked
   * @param hasArchive whether the service has an archive; otherwise, backups are restored alone
   * @param clock measures the timeout of the archive
   */
  Backups(
      Path data,
      boolean hasArchive,
      Restoring restoring,
      RestoredBank restoredBank,
      SplittableRandom random,
      NanoClock clock) {
    this.data = data;
    this.copies = Copies.of(data);
    this.clock = clock;
    this.hasArchive = hasArchive;
    this.restoring = restoring;
    this.restoredBank = restoredBank;
    this.random = random;
  }

  /**
   * Returns whether a backup may begin: no backup is running, and no complete backup still has to
   * be checked.
   */
  boolean mayBegin() {
    return phase == Phase.NONE || phase == Phase.CUT;
  }

  /** Begins a backup. Returns the line that makes the child begin the backup. */
  String begin(BankHistory history, long newestAnswered) {
    history.mark();
    answeredVersion = newestAnswered;
    phase = Phase.BEGUN;
    return Line.of(Line.BACKUP, number);
  }

  /**
   * Processes the child's answer. If the backup has failed, returns a text that describes the
   * failure.
   */
  Optional<String> heard(String[] words) {
    if (!words[2].equals(Line.DONE)) {
      return Optional.of("backup " + number + " failed: " + String.join(" ", words));
    }
    complete();
    return Optional.empty();
  }

  private void complete() {
    phase = Phase.COMPLETE;
    completed++;
  }

  boolean isRunning() {
    return phase == Phase.BEGUN;
  }

  boolean isComplete() {
    return phase == Phase.COMPLETE;
  }

  /**
   * Records that the child was killed. If the backup's directory has its final name, the backup was
   * already complete.
   */
  void killed() {
    if (phase != Phase.BEGUN) {
      return;
    }
    if (Files.exists(copies.backup(number))) {
      complete();
    } else {
      phase = Phase.CUT;
      cut++;
    }
  }

  /**
   * Restores the complete backup to a new directory, and checks this directory. The caller must
   * ensure that no transaction is outstanding.
   *
   * @throws TortureFailure if the check fails
   */
  void check(BankHistory history) throws IOException, InterruptedException {
    Path backup = copies.backup(number);
    long least = lastVersion(backup);
    if (least < answeredVersion) {
      throw new TortureFailure(
          "backup "
              + number
              + " ends at version "
              + least
              + ", but version "
              + answeredVersion
              + " was answered before it began");
    }
    List<Long> versions = List.of();
    long most = least;
    if (hasArchive) {
      awaitArchive();
      most = Math.max(least, lastVersion(copies.archive()));
      versions = versions(history, least, most);
    }
    boolean alone = versions.isEmpty() || random.nextInt(1 + WITH_ARCHIVE) == 0;
    long version = alone ? least : versions.get(random.nextInt(versions.size()));
    Path to = copies.restored(number);
    try {
      restoring.run(
          alone ? List.of(backup) : List.of(backup, copies.archive()),
          to,
          alone ? RestorePoint.NEWEST : RestorePoint.version(version));
      restoredBank.check(to, history, version);
    } catch (YardmasterException | TortureFailure e) {
      throw new TortureFailure(
          "backup "
              + number
              + " with the versions to "
              + least
              + (alone ? "" : ", and the archive with the versions to " + most)
              + ", restored to version "
              + version
              + ": "
              + e.getMessage(),
          e);
    }
    restored++;
    restoredWithArchive += alone ? 0 : 1;
    Copies.delete(to);
    if (random.nextBoolean()) {
      Copies.delete(backup);
      phase = Phase.NONE;
      number++;
    }
  }

  /** Waits until the archive contains the newest complete segment of the data directory. */
  private void awaitArchive() throws IOException, InterruptedException {
    long complete = newestSegment(data) - 1;
    long beganNs = clock.nanoTime();
    while (newestSegment(copies.archive()) < complete) {
      if (clock.nanoTime() - beganNs > ARCHIVE_TIMEOUT_NS) {
        throw new TortureFailure(
            "the archive ends with segment "
                + newestSegment(copies.archive())
                + ", but segment "
                + complete
                + " has been complete for "
                + ARCHIVE_TIMEOUT_NS / 1_000_000_000
                + " s");
      }
      Thread.sleep(ARCHIVE_LOOK_MS);
    }
  }

  /** Returns the number of a directory's newest segment; 0 if there is none. */
  private static long newestSegment(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> SEGMENT.matcher(file.getFileName().toString()))
          .filter(Matcher::matches)
          .mapToLong(name -> Long.parseLong(name.group(1)))
          .max()
          .orElse(0);
    }
  }

  /** Returns the commit versions of the transactions in a range of versions. */
  private static List<Long> versions(BankHistory history, long least, long most) {
    List<Long> versions = new ArrayList<>();
    for (Ended ended : history.sinceMark()) {
      long version = ended.reply().version();
      if (version >= least && version <= most) {
        versions.add(version);
      }
    }
    return versions;
  }

  /** Returns an upper bound of the commit versions in a directory. */
  private static long lastVersion(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return 0;
    }
    try (FileDisk disk = FileDisk.openToRead(directory)) {
      return Inspection.of(disk, LogVisitor.NONE).files().stream()
          .mapToLong(Inspection.FileReport::lastVersion)
          .max()
          .orElse(0);
    }
  }

  int completed() {
    return completed;
  }

  int cut() {
    return cut;
  }

  int restored() {
    return restored;
  }

  int restoredWithArchive() {
    return restoredWithArchive;
  }
}
