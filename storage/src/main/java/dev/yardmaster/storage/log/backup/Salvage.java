package dev.yardmaster.storage.log.backup;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.log.DirectoryListing;
import dev.yardmaster.storage.log.Recovery;
import dev.yardmaster.storage.log.backup.Salvaged.Missing;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.storage.log.format.CheckpointFormat;
import dev.yardmaster.storage.log.format.CheckpointReader;
import dev.yardmaster.storage.log.format.CheckpointWriter;
import dev.yardmaster.storage.log.format.GroupFormat;
import dev.yardmaster.storage.log.format.LogVisitor;
import dev.yardmaster.storage.log.format.SegmentFormat;
import dev.yardmaster.storage.log.format.SegmentReader;
import dev.yardmaster.storage.log.format.StoredWrite;
import dev.yardmaster.storage.log.format.TableNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Copies the intact parts of a damaged directory to a new directory: the intact blocks of the
 * newest checkpoint, and the intact groups of the log after it. A part is intact if its checksums
 * are correct. The result need not be a prefix of the commit order: a key may have an old value if
 * a commit that wrote the key is missing. A salvage does not change the damaged directory. One
 * thread uses an instance.
 */
public final class Salvage {

  private static final String ENDS_EARLY =
      "the log ends before the checkpoint is complete, so some keys may have no value at all";

  private final Disk disk;
  private final Disk target;
  private final DirectoryListing listing;
  private final List<Missing> missing = new ArrayList<>();
  private CheckpointFormat.Header checkpoint;
  private long epoch = 1;
  private long entries;
  private long horizonMs;
  private long completeFrom;

  private Salvage(Disk disk, Disk target) throws IOException {
    this.disk = disk;
    this.target = target;
    this.listing = DirectoryListing.of(disk);
  }

  /**
   * Salvages a directory that no service has open.
   *
   * @param to the path of the new directory; it must not exist, or must be an empty directory
   * @param nowMs the current time in ms since 1970. If a part is missing, the service later refuses
   *     ids that were created before this time, because the outcomes of such ids may be lost
   */
  public static Salvaged run(Path from, Path to, long nowMs) throws IOException {
    try (FileDisk disk = FileDisk.openToRead(from);
        NewDirectory directory = NewDirectory.begin(to)) {
      Salvaged salvaged = new Salvage(disk, directory.disk()).run(nowMs);
      if (Inspection.of(directory.disk(), LogVisitor.NONE).isDamaged()) {
        throw new YardmasterException(
            ErrorCode.DAMAGED, "the salvaged directory is damaged", "directory", to);
      }
      directory.complete();
      return salvaged;
    }
  }

  private Salvaged run(long nowMs) throws IOException {
    listing.epochs().forEach(number -> epoch = Math.max(epoch, number));
    for (long sequence : listing.segments()) {
      epoch = Math.max(epoch, SegmentReader.epoch(disk, SegmentFormat.fileName(sequence)));
    }
    CheckpointReader reader = newestCheckpoint();
    if (reader == null) {
      LogCopy log = LogCopy.begin(target, epoch, 0);
      copyLog(log, 0);
      return new Salvaged(missing, 0, log.transactions(), log.lastVersion());
    }
    checkpoint = reader.header();
    epoch = Math.max(epoch, checkpoint.epoch());
    try (reader;
        CheckpointWriter writer =
            new CheckpointWriter(target, checkpoint(epoch), CheckpointWriter.newBlock(0))) {
      copyCheckpoint(reader, writer);
      LogCopy log = LogCopy.begin(target, epoch, checkpoint.watermark());
      copyLog(log, checkpoint.watermark());
      if (completeFrom != CheckpointReader.UNKNOWN && log.lastVersion() < completeFrom) {
        missing(checkpoint.fileName(), 0, 0, log.lastVersion(), completeFrom + 1, ENDS_EARLY);
        completeFrom = log.lastVersion();
      }
      writer.finish(missing.isEmpty() ? horizonMs : Math.max(horizonMs, nowMs), completeFrom);
      return new Salvaged(missing, entries, log.transactions(), log.lastVersion());
    }
  }

  private CheckpointFormat.Header checkpoint(long newEpoch) {
    return new CheckpointFormat.Header(newEpoch, checkpoint.watermark());
  }

  private void missing(String file, long from, long to, long after, long before, String what) {
    missing.add(new Missing(file, from, to, after, before, what));
  }

  /**
   * Opens the newest checkpoint with an intact header; returns null if no checkpoint has an intact
   * header.
   */
  private CheckpointReader newestCheckpoint() throws IOException {
    List<Long> watermarks = listing.checkpoints();
    for (int i = watermarks.size() - 1; i >= 0; i--) {
      long watermark = watermarks.get(i);
      String name = CheckpointFormat.fileName(watermark);
      CheckpointReader reader = CheckpointReader.open(disk, name, new TableNames());
      if (reader.header() != null && reader.header().watermark() == watermark) {
        return reader;
      }
      missing(name, 0, reader.size(), 0, watermark + 1, "the checkpoint's header is damaged");
      reader.close();
    }
    return null;
  }

  private void copyCheckpoint(CheckpointReader reader, CheckpointWriter writer) throws IOException {
    String name = checkpoint.fileName();
    long before = checkpoint.watermark() + 1;
    try {
      boolean ended =
          reader.readIntact(
              (write, version) -> add(writer, write, version),
              (from, to) -> missing(name, from, to, 0, before, "entries are damaged"));
      if (!ended) {
        missing(name, reader.size(), reader.size(), 0, before, "the checkpoint's end is missing");
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    horizonMs = reader.horizonMs();
    completeFrom = Math.max(reader.completeFrom(), checkpoint.watermark());
  }

  private void add(CheckpointWriter writer, StoredWrite write, long version) {
    try {
      writer.add(write.key(), write.value(), version);
      entries++;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void copyLog(LogCopy log, long watermark) throws IOException {
    try (log) {
      List<Long> sequences = listing.segments();
      long after = watermark;
      if (sequences.isEmpty() && watermark > 0) {
        missing(SegmentFormat.fileName(1), 0, 0, after, Salvaged.UNKNOWN, Recovery.NO_LOG);
      }
      for (int i = 0; i < sequences.size(); i++) {
        long sequence = sequences.get(i);
        SegmentFormat.Header next =
            i + 1 < sequences.size() && sequences.get(i + 1) == sequence + 1
                ? SegmentReader.header(disk, SegmentFormat.fileName(sequence + 1))
                : null;
        boolean last = i + 1 == sequences.size();
        after = Math.max(after, copySegment(sequence, next, last, after, log));
      }
    }
  }

  /**
   * Copies the intact groups of a segment.
   *
   * @param after all commits up to this version were copied or were reported as missing
   * @return the value of {@code after} for the next segment
   */
  private long copySegment(
      long sequence, SegmentFormat.Header next, boolean last, long after, LogCopy log)
      throws IOException {
    String name = SegmentFormat.fileName(sequence);
    try (SegmentReader reader = SegmentReader.open(disk, name, new TableNames())) {
      SegmentFormat.Header header = reader.header();
      if (header == null || header.sequence() != sequence) {
        long before = next == null ? Salvaged.UNKNOWN : next.versionsAfter() + 1;
        if (before == Salvaged.UNKNOWN || before > after + 1) {
          missing(name, 0, reader.size(), after, before, "the segment's header is damaged");
        }
        return Math.max(after, before - 1);
      }
      long known = after;
      if (header.versionsAfter() > known && log.isBehind(header.versionsAfter())) {
        // Each start of a service skips versions. So a gap between the versions of two segments
        // means missing commits only if a segment between them is missing.
        if (!listing.segments().contains(sequence - 1)) {
          missing(
              SegmentFormat.fileName(sequence - 1),
              0,
              0,
              known,
              header.versionsAfter() + 1,
              "the segment is missing");
        }
        known = header.versionsAfter();
      }
      long through = next == null ? reader.size() : next.previousEnd();
      long at = SegmentFormat.GROUPS_OFFSET;
      while (at < through) {
        long end = reader.check(at);
        if (end > 0) {
          log.add(reader, at, Long.MAX_VALUE);
          known = Math.max(known, reader.lastVersion());
          at = end;
          continue;
        }
        boolean torn = last && reader.laterGroup(at) < 0;
        long behind = torn ? through : intactBehind(reader, at, through);
        if (!torn) {
          long before =
              behind < through && reader.records(behind) > 0
                  ? reader.firstVersion(behind)
                  : next == null ? Salvaged.UNKNOWN : next.versionsAfter() + 1;
          if (before == Salvaged.UNKNOWN || before > known + 1) {
            missing(name, at, behind, known, before, "a group is damaged");
          }
        }
        at = behind;
      }
      return known;
    }
  }

  /**
   * Returns the position of the next intact group, or {@code through} if there is no intact group.
   */
  private static long intactBehind(SegmentReader reader, long broken, long through)
      throws IOException {
    long at = broken;
    do {
      at = Math.max(at + GroupFormat.BLOCK_BYTES, reader.afterBroken(at));
    } while (at < through && at < reader.size() && reader.check(at) < 0);
    return at < reader.size() ? Math.min(at, through) : through;
  }
}
