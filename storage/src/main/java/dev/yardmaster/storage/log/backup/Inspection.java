package dev.yardmaster.storage.log.backup;

import dev.yardmaster.api.Key;
import dev.yardmaster.storage.log.DirectoryListing;
import dev.yardmaster.storage.log.Recovery;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.DiskFile;
import dev.yardmaster.storage.log.format.CheckpointFormat;
import dev.yardmaster.storage.log.format.CheckpointReader;
import dev.yardmaster.storage.log.format.LogVisitor;
import dev.yardmaster.storage.log.format.SegmentFormat;
import dev.yardmaster.storage.log.format.SegmentReader;
import dev.yardmaster.storage.log.format.StoredWrite;
import dev.yardmaster.storage.log.format.TableNames;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Inspects a data directory: reads the whole directory without changing it, even if parts are
 * damaged. The result describes the contents of each file, and what the next start of the service
 * would do with the file.
 *
 * @param files the reports on the checkpoints, then on the segments, then on unfinished files
 * @param definitions the values under the keys of {@link Key#ofDefinition}, by the names of the
 *     typed tables; empty if the directory has no typed tables
 */
public record Inspection(List<FileReport> files, Map<String, byte[]> definitions) {

  /** What the next start of the service would do with a file. */
  public enum State {
    /** The file is intact. */
    WHOLE,
    /** A crash has torn the end of the file. The next start of the service cuts off this end. */
    TORN,
    /** The file is damaged: the service does not start. */
    DAMAGED,
    /** The next start of the service removes the file. */
    LEFT_OVER
  }

  /**
   * The report on one file.
   *
   * @param name the name of the file
   * @param state what the next start of the service would do with the file
   * @param bytes the length of the file, in bytes
   * @param wholeBytes the length of the file's intact part, in bytes
   * @param epoch the number of the service's start that wrote the file; 0 if unknown
   * @param firstVersion for a segment, a version below all commit versions in the segment
   * @param lastVersion a version that is at least every commit version in the file
   * @param count the number of transactions in a segment, or of entries in a checkpoint
   * @param problem a description of the damage or the reason for the removal
   */
  public record FileReport(
      String name,
      State state,
      long bytes,
      long wholeBytes,
      long epoch,
      long firstVersion,
      long lastVersion,
      long count,
      Optional<String> problem) {

    /** Returns whether the file is a segment of the log. */
    public boolean isSegment() {
      return SegmentFormat.sequence(name) >= 0;
    }

    private FileReport damaged(String what) {
      return new FileReport(
          name,
          State.DAMAGED,
          bytes,
          wholeBytes,
          epoch,
          firstVersion,
          lastVersion,
          count,
          Optional.of(what));
    }

    private static FileReport unreadable(String name, long bytes, String problem) {
      return new FileReport(name, State.DAMAGED, bytes, 0, 0, 0, 0, 0, Optional.of(problem));
    }

    private static FileReport leftOver(String name, long bytes, String why) {
      return new FileReport(name, State.LEFT_OVER, bytes, 0, 0, 0, 0, 0, Optional.of(why));
    }
  }

  /** Copies the list, so that the record is immutable. */
  public Inspection {
    files = List.copyOf(files);
    definitions = Collections.unmodifiableMap(new TreeMap<>(definitions));
  }

  /** The newest definition of a table; the value is null if the table was dropped. */
  @SuppressWarnings("ArrayRecordComponent") // The record is never compared.
  private record Newest(long version, byte[] value) {}

  /** Stores the definitions of typed tables, and passes all other entries to another visitor. */
  private static final class Definitions implements LogVisitor {
    private final LogVisitor others;
    private final Map<String, Newest> newest = new TreeMap<>();
    private boolean isWanted;

    Definitions(LogVisitor others) {
      this.others = others;
    }

    @Override
    public boolean transaction(long version, long transactionId, int writes) {
      isWanted = others.transaction(version, transactionId, writes);
      return true;
    }

    @Override
    public void entry(StoredWrite write, long version) {
      keep(write, version);
      if (isWanted) {
        others.entry(write, version);
      }
    }

    /**
     * Stores the definition of a table, or the fact that the table was dropped, unless newer
     * information is already stored. The comparison is necessary because files are not visited in
     * the order of the versions.
     */
    private void keep(StoredWrite write, long version) {
      if (write.table().startsWith(Key.RESERVED_PREFIX)) {
        String table = write.key().definedTable();
        if (table != null) {
          Newest known = newest.get(table);
          if (known == null || known.version() <= version) {
            newest.put(table, new Newest(version, write.isDeletion() ? null : write.value()));
          }
        }
      }
    }

    Map<String, byte[]> values() {
      Map<String, byte[]> values = new TreeMap<>();
      newest.forEach(
          (table, definition) -> {
            if (definition.value() != null) {
              values.put(table, definition.value());
            }
          });
      return values;
    }

    /** Returns a visitor for the entries of a checkpoint. */
    LogVisitor ofCheckpoint() {
      isWanted = false;
      return this;
    }
  }

  /** Returns whether the service would refuse to start with this directory. */
  public boolean isDamaged() {
    return files.stream().anyMatch(file -> file.state() == State.DAMAGED);
  }

  /**
   * Inspects a directory. Another process may add files during the inspection, for example to an
   * archive. If a file was incomplete when the inspection began, the file may be missing from the
   * result.
   *
   * @param visitor receives every transaction of the log, starting with the newest segment;
   *     receives the writes of a transaction only if it requests them
   */
  public static Inspection of(Disk disk, LogVisitor visitor) throws IOException {
    Definitions definitions = new Definitions(visitor);
    DirectoryListing listing = DirectoryListing.of(disk);
    List<FileReport> files = new ArrayList<>();
    long covered = 0;
    long completeFrom = 0;
    for (int i = 0; i < listing.checkpoints().size(); i++) {
      boolean counts = i == listing.checkpoints().size() - 1;
      String name = CheckpointFormat.fileName(listing.checkpoints().get(i));
      FileReport report = checkpoint(disk, listing.checkpoints().get(i), counts, definitions);
      if (counts && listing.segments().isEmpty() && report.state() == State.WHOLE) {
        report = report.damaged(Recovery.NO_LOG);
      }
      if (counts && report.state() == State.WHOLE) {
        covered = report.lastVersion();
        completeFrom = CheckpointReader.completeFrom(disk, name);
      }
      files.add(report);
    }
    List<FileReport> segments = segments(disk, listing.segments(), covered, definitions);
    int last = segments.size() - 1;
    if (last >= 0
        && completeFrom != CheckpointReader.UNKNOWN
        && Math.max(covered, segments.get(last).lastVersion()) < completeFrom) {
      FileReport report = segments.get(last);
      segments.set(last, report.damaged(Recovery.endsEarly(report.lastVersion(), completeFrom)));
    }
    files.addAll(segments);
    for (String name : listing.unfinished()) {
      try (DiskFile file = disk.open(name)) {
        files.add(FileReport.leftOver(name, file.size(), "not completely written"));
      } catch (NoSuchFileException e) {
        // The file's writer has completed or removed the file since it was listed.
      }
    }
    return new Inspection(files, definitions.values());
  }

  private static FileReport checkpoint(
      Disk disk, long watermark, boolean counts, Definitions definitions) throws IOException {
    String name = CheckpointFormat.fileName(watermark);
    try (CheckpointReader reader = CheckpointReader.open(disk, name, new TableNames())) {
      if (reader.header() == null || reader.header().watermark() != watermark) {
        return counts
            ? FileReport.unreadable(
                name, reader.size(), "the checkpoint's header is missing or damaged")
            : FileReport.leftOver(
                name, reader.size(), "a newer checkpoint replaces this" + " checkpoint");
      }
      boolean whole = reader.read(definitions.ofCheckpoint());
      State state = !counts ? State.LEFT_OVER : whole ? State.WHOLE : State.DAMAGED;
      return new FileReport(
          name,
          state,
          reader.size(),
          whole ? reader.size() : reader.position(),
          reader.header().epoch(),
          0,
          watermark,
          reader.entries(),
          counts
              ? whole ? Optional.empty() : Optional.of("a block is incomplete or damaged")
              : Optional.of("a newer checkpoint replaces this checkpoint"));
    }
  }

  private static List<FileReport> segments(
      Disk disk, List<Long> sequences, long covered, LogVisitor visitor) throws IOException {
    List<FileReport> reports = new ArrayList<>();
    int first = Recovery.firstOfLog(sequences);
    SegmentFormat.Header next = null;
    for (int i = sequences.size() - 1; i >= 0; i--) {
      String name = SegmentFormat.fileName(sequences.get(i));
      try (SegmentReader reader = SegmentReader.open(disk, name, new TableNames())) {
        reports.add(0, segment(reader, name, sequences.get(i), i < first, next, visitor));
        next = reader.header();
      }
    }
    if (!reports.isEmpty() && reports.get(first).firstVersion() > covered) {
      FileReport report = reports.get(first);
      reports.set(
          first,
          report.damaged(Recovery.missingBefore(sequences.get(first), report.firstVersion())));
    }
    return reports;
  }

  private static FileReport segment(
      SegmentReader reader,
      String name,
      long sequence,
      boolean leftOver,
      SegmentFormat.Header next,
      LogVisitor visitor)
      throws IOException {
    SegmentFormat.Header header = reader.header();
    if (header == null || header.sequence() != sequence) {
      return leftOver
          ? FileReport.leftOver(
              name,
              reader.size(),
              "the file is not part of the log, which begins after a" + " missing segment")
          : FileReport.unreadable(
              name, reader.size(), "the segment's header is missing or damaged");
    }
    long through = next == null ? reader.size() : next.previousEnd();
    long end = reader.read(through, visitor);
    State state = State.WHOLE;
    Optional<String> problem = Optional.empty();
    if (leftOver) {
      state = State.LEFT_OVER;
      problem =
          Optional.of("the file is not part of the log, which begins after a missing" + " segment");
    } else if (next != null && end != through) {
      state = State.DAMAGED;
      problem =
          Optional.of("a group is incomplete or damaged, but the segment continues to " + through);
    } else if (next != null && reader.size() > through) {
      state = State.DAMAGED;
      problem = Optional.of("the segment was written to after the next segment had been started");
    } else if (next == null && reader.laterGroup(end) >= 0) {
      state = State.DAMAGED;
      problem =
          Optional.of(
              "a group is incomplete or damaged, but was on disk before a later" + " group");
    } else if (next == null && end < reader.size()) {
      state = State.TORN;
      problem = Optional.of("the last group is incomplete");
    }
    return new FileReport(
        name,
        state,
        reader.size(),
        end,
        header.epoch(),
        header.versionsAfter(),
        reader.lastVersion(),
        reader.transactions(),
        problem);
  }
}
