package dev.yardmaster.storage.log;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.format.CheckpointFormat;
import dev.yardmaster.storage.log.format.CheckpointReader;
import dev.yardmaster.storage.log.format.EntryVisitor;
import dev.yardmaster.storage.log.format.LogVisitor;
import dev.yardmaster.storage.log.format.SegmentFormat;
import dev.yardmaster.storage.log.format.SegmentReader;
import dev.yardmaster.storage.log.format.StoredWrite;
import dev.yardmaster.storage.log.format.TableNames;
import dev.yardmaster.storage.table.DiskTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * Reads a data directory when the service starts: first the newest checkpoint, then the part of the
 * log above the checkpoint's watermark. If the service keeps its data in a {@link DiskTable}, the
 * table replaces the checkpoint, and recovery does not read the table's entries. If the directory
 * contains a checkpoint that is newer than the table, for example from a backup, recovery first
 * copies this checkpoint to the table.
 *
 * <p>A crash may have torn the last group of the last segment. No transaction of a torn group was
 * acknowledged, so recovery cuts the group off. Any other deviation from the format is damage:
 * recovery throws an error that names the position, and changes no data. A crash may also leave
 * unfinished files, replaced checkpoints, and segments in front of a missing segment. Recovery
 * removes these files after it has found all other files intact.
 */
public final class Recovery {

  /**
   * Receives the recovered entries. First come the checkpoint's entries, one for each key, and then
   * the log's entries in the order of their versions. So if a key has several entries, the sink
   * receives the newest entry last.
   */
  @FunctionalInterface
  public interface Sink extends EntryVisitor {
    /**
     * Receives the number of entries in the checkpoint, before the first entry. The number is a
     * hint; it is 0 if the end of the checkpoint is damaged. Without a checkpoint, recovery does
     * not call the method.
     */
    default void expect(long entries) {}

    /** Called after the last entry. */
    default void complete() {}
  }

  /** A sink that receives keys and values as objects. */
  @FunctionalInterface
  public interface KeyValueSink extends Sink {
    /** Receives a key's value at a commit version. The value is null if the key was deleted. */
    void entry(Key key, byte[] value, long version);

    @Override
    default void entry(StoredWrite write, long version) {
      entry(write.key(), write.value(), version);
    }
  }

  /** Receives the progress of recovery at intervals. */
  @FunctionalInterface
  public interface Progress {
    /** Receives the number of bytes that were read so far, and the total number of bytes. */
    void read(long bytes, long ofBytes);
  }

  /**
   * The number of versions that each start of the service skips. It exceeds the number of versions
   * that earlier starts can have assigned and then lost. Lost versions belong to transactions that
   * were in flight, or were written but not forced.
   */
  static final long LOST_VERSIONS = 1L << 24;

  /** The description of the damage if a directory has a checkpoint but no segment. */
  public static final String NO_LOG = "the log after this checkpoint is missing";

  private static final String NO_LOG_OF_TABLE = "the log after the table's last flush is missing";

  private final Disk disk;
  private final DiskTable table;
  private final Function<DiskTable, Sink> sinks;
  private final Progress progress;
  private final TableNames tables = new TableNames();
  private final List<String> leftovers = new ArrayList<>();
  private final List<CompleteSegments.Segment> segments = new ArrayList<>();

  private Sink sink;
  private CheckpointFormat.Header checkpoint = new CheckpointFormat.Header(0, 0);
  private long horizonMs;
  private long completeFrom;
  private long checkpointEntries;
  private long epoch;
  private long highest;
  private long transactions;
  private long replayed;
  private SegmentEnd last = SegmentEnd.NONE;
  private long allBytes;
  private long readBytes;

  private Recovery(Disk disk, DiskTable table, Function<DiskTable, Sink> sinks, Progress progress) {
    this.disk = disk;
    this.table = table;
    this.sinks = sinks;
    this.progress = progress;
  }

  /**
   * Takes the next epoch of a directory, reads the directory, and prepares it for the next {@link
   * CommitLog#begin}.
   *
   * @throws YardmasterException {@link ErrorCode#DAMAGED} if the directory is damaged; recovery has
   *     then changed only the epoch
   */
  public static Recovered run(Disk disk, Sink sink, Progress progress) throws IOException {
    return run(disk, null, unused -> sink, progress);
  }

  /**
   * Recovers a directory for a service that keeps its data in a table.
   *
   * @param table the table; null for a service without a table
   * @param sinks returns the object that receives the recovered entries. With a table, the object
   *     receives only the log's entries above the version of the table's state. When recovery calls
   *     this function, the table already has its final contents
   */
  public static Recovered run(
      Disk disk, DiskTable table, Function<DiskTable, Sink> sinks, Progress progress)
      throws IOException {
    return new Recovery(disk, table, sinks, progress).run();
  }

  private Recovered run() throws IOException {
    epoch = Fence.take(disk);
    DirectoryListing found = DirectoryListing.of(disk);
    allBytes = found.bytes(disk);
    leftovers.addAll(found.unfinished());
    if (table == null) {
      sink = sinks.apply(null);
      readCheckpoint(found.checkpoints());
    } else {
      readTable(found.checkpoints());
      sink = sinks.apply(table);
    }
    readLog(found.segments());
    sink.complete();
    clean();
    boolean fresh = segments.isEmpty();
    return new Recovered(
        epoch,
        fresh ? 0 : highest + LOST_VERSIONS,
        checkpoint.watermark(),
        horizonMs,
        segments,
        last.end(),
        checkpointEntries,
        transactions,
        replayed,
        allBytes - last.tornBytes(),
        last.tornBytes());
  }

  private void readCheckpoint(List<Long> watermarks) throws IOException {
    if (watermarks.isEmpty()) {
      return;
    }
    long newest = watermarks.get(watermarks.size() - 1);
    for (long older : watermarks.subList(0, watermarks.size() - 1)) {
      leftovers.add(CheckpointFormat.fileName(older));
    }
    String name = CheckpointFormat.fileName(newest);
    try (CheckpointReader reader = CheckpointReader.open(disk, name, tables)) {
      if (reader.header() == null || reader.header().watermark() != newest) {
        throw damaged(name, 0, "the checkpoint's header is missing or damaged");
      }
      sink.expect(reader.expectedEntries());
      if (!reader.read(sink)) {
        throw damaged(name, reader.position(), "a block is incomplete or damaged");
      }
      checkpoint = reader.header();
      checkpointEntries = reader.entries();
      horizonMs = reader.horizonMs();
      completeFrom = reader.completeFrom() == CheckpointReader.UNKNOWN ? 0 : reader.completeFrom();
      readBytes(reader.size());
    }
    highest = checkpoint.watermark();
  }

  private void readTable(List<Long> watermarks) throws IOException {
    long newest = watermarks.isEmpty() ? 0 : watermarks.get(watermarks.size() - 1);
    if (newest > table.state().version()) {
      table.clear();
      sink = new TableEntries(table);
      readCheckpoint(List.of(newest));
      sink.complete();
      table.commit(new DiskTable.State(newest, Math.max(newest, completeFrom), horizonMs));
    }
    watermarks.forEach(watermark -> leftovers.add(CheckpointFormat.fileName(watermark)));
    DiskTable.State state = table.state();
    checkpoint = new CheckpointFormat.Header(0, state.version());
    horizonMs = state.horizonMs();
    completeFrom = state.completeFrom();
    highest = state.version();
  }

  private void readLog(List<Long> sequences) throws IOException {
    if (sequences.isEmpty()) {
      if (checkpoint.watermark() > 0) {
        throw damaged(checkpointName(), 0, table == null ? NO_LOG : NO_LOG_OF_TABLE);
      }
      return;
    }
    int first = firstOfLog(sequences);
    for (long older : sequences.subList(0, first)) {
      leftovers.add(SegmentFormat.fileName(older));
    }
    readSegments(sequences.subList(first, sequences.size()));
    if (highest < completeFrom) {
      throw damaged(
          SegmentFormat.fileName(sequences.get(sequences.size() - 1)),
          last.end(),
          endsEarly(highest, completeFrom));
    }
  }

  private String checkpointName() {
    return table == null ? CheckpointFormat.fileName(checkpoint.watermark()) : DataDirectory.TABLE;
  }

  /**
   * Returns the index of the segment with which the log begins. A crash may have interrupted the
   * removal of segments, so any of the segments to be removed may still exist. Segments in front of
   * a gap are therefore leftovers.
   */
  public static int firstOfLog(List<Long> sequences) {
    int first = Math.max(0, sequences.size() - 1);
    while (first > 0 && sequences.get(first - 1) == sequences.get(first) - 1) {
      first--;
    }
    return first;
  }

  /**
   * Returns the description of the damage if the log's first segment begins above the checkpoint's
   * watermark.
   */
  public static String missingBefore(long sequence, long versionsAfter) {
    return "the log begins after version "
        + versionsAfter
        + ", and earlier commits are missing: "
        + SegmentFormat.fileName(sequence - 1)
        + ", or a newer checkpoint";
  }

  /**
   * Returns the description of the damage if the log ends before the version that the checkpoint
   * needs. The checkpoint lacks entries that the missing commits replaced.
   */
  public static String endsEarly(long version, long completeFrom) {
    return "the log ends at version "
        + version
        + ", but the checkpoint needs it up to "
        + completeFrom;
  }

  private void readSegments(List<Long> sequences) throws IOException {
    SegmentReader reader = open(sequences.get(0));
    try {
      if (reader.header().versionsAfter() > checkpoint.watermark()) {
        throw damaged(
            reader.header().fileName(),
            0,
            missingBefore(reader.header().sequence(), reader.header().versionsAfter())
                + (checkpoint.watermark() == 0
                    ? "; there is no " + (table == null ? "checkpoint" : "flushed table")
                    : "; the "
                        + (table == null ? "checkpoint" : "table")
                        + " ends at version "
                        + checkpoint.watermark()));
      }
      for (int i = 1; i < sequences.size(); i++) {
        SegmentReader next = open(sequences.get(i));
        SegmentReader before = reader;
        reader = next;
        try (before) {
          readWhole(before, next.header());
        }
      }
      readLast(reader);
    } finally {
      reader.close();
    }
  }

  private SegmentReader open(long sequence) throws IOException {
    String name = SegmentFormat.fileName(sequence);
    SegmentReader reader = SegmentReader.open(disk, name, tables);
    SegmentFormat.Header header = reader.header();
    if (header == null || header.sequence() != sequence) {
      reader.close();
      throw damaged(name, 0, "the segment's header is missing or damaged");
    }
    highest = Math.max(highest, header.versionsAfter());
    return reader;
  }

  /**
   * Reads a segment that is not the last one. The whole segment must be intact: it was on disk
   * before the creation of the next segment.
   */
  private void readWhole(SegmentReader reader, SegmentFormat.Header next) throws IOException {
    long through = next.previousEnd();
    long end = reader.read(through, new Transactions());
    if (end != through) {
      throw damaged(
          reader.header().fileName(),
          end,
          "a group is incomplete or damaged, but the segment continues to " + through);
    }
    if (reader.size() > through) {
      throw damaged(
          reader.header().fileName(),
          through,
          "the segment was written to after the next segment had been started");
    }
    ended(reader, next.versionsAfter(), end);
  }

  private void readLast(SegmentReader reader) throws IOException {
    long end = reader.read(reader.size(), new Transactions());
    long later = reader.laterGroup(end);
    if (later >= 0) {
      throw damaged(
          reader.header().fileName(),
          end,
          "a group is incomplete or damaged, but was on disk when the group at "
              + later
              + " was written");
    }
    last = SegmentEnd.of(reader, end);
    ended(reader, reader.lastVersion(), end);
  }

  private void ended(SegmentReader reader, long lastVersion, long end) {
    highest = Math.max(highest, reader.lastVersion());
    transactions += reader.transactions();
    segments.add(new CompleteSegments.Segment(reader.header().sequence(), lastVersion, end));
    readBytes(reader.size());
  }

  private void readBytes(long bytes) {
    readBytes += bytes;
    progress.read(readBytes, allBytes);
  }

  /**
   * Removes leftover files, and then makes sure that the recovered state is on disk. The method
   * removes files before it copies a segment, so that a full disk has space for the copy. Before
   * the removal, the method forces the names of files to disk: if the previous process was killed,
   * the name of the last checkpoint may be visible although the name is not on disk.
   */
  private void clean() throws IOException {
    if (!leftovers.isEmpty()) {
      disk.forceNames();
    }
    leftovers.sort(Comparator.naturalOrder());
    for (String name : leftovers) {
      disk.delete(name);
    }
    if (!segments.isEmpty()) {
      last.secure(disk);
      disk.forceNames();
    }
  }

  private YardmasterException damaged(String file, long position, String what) {
    return new YardmasterException(
        ErrorCode.DAMAGED,
        "the data directory is damaged: " + what,
        "directory",
        disk.name(),
        "file",
        file,
        "position",
        position);
  }

  /**
   * Receives the transactions of the log, and passes those above the checkpoint's watermark to the
   * sink.
   */
  private final class Transactions implements LogVisitor {
    @Override
    public boolean transaction(long version, long transactionId, int writes) {
      if (version <= checkpoint.watermark()) {
        return false;
      }
      replayed++;
      return true;
    }

    @Override
    public void entry(StoredWrite write, long version) {
      sink.entry(write, version);
    }
  }
}
