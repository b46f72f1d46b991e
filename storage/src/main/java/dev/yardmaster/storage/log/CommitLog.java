package dev.yardmaster.storage.log;

import dev.yardmaster.storage.WriteSet;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;

/**
 * The end of the log, where transactions are appended in the order of their commit versions. What
 * is appended collects in memory; {@link #write} hands it to the operating system as one group, and
 * {@link #force} puts all that was written on the disk. Owned by one thread, save where a method
 * says otherwise.
 *
 * <p>After an {@link IOException} nobody knows what is on the disk: a force that failed may have
 * dropped what it was to write, and the next one would succeed without it. The log is therefore
 * unusable from then on, and whoever appended to it must start over from what is found there.
 */
public final class CommitLog {

  private static final int FIRST_GROUP_BYTES = 1 << 16;

  private final Disk disk;
  private final long segmentBytes;
  private final long epoch;

  /** Segments that are complete, oldest first. */
  private final ArrayDeque<Segment> complete;

  private long completeBytes;

  private final RecordEncoder encoder = new RecordEncoder();
  private final LogRecord scratch = new LogRecord();
  private ByteBuffer group =
      ByteBuffer.allocateDirect(FIRST_GROUP_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private int records;
  private long lastVersion;

  private DiskFile file;
  private SegmentFormat.Header header;
  private Salt salt;
  private long position;
  private long forcedPosition;
  private IOException failure;
  private boolean closed;

  private volatile long appendedVersion;
  private volatile long forcedVersion;

  /**
   * Below all versions until there is a checkpoint of this start: not even an empty segment goes.
   */
  private volatile long coveredThrough = -1;

  private volatile LogSize size;

  /**
   * A segment that is complete.
   *
   * @param lastVersion no commit version in it is higher
   * @param bytes its length
   */
  record Segment(long sequence, long lastVersion, long bytes) {}

  private CommitLog(Disk disk, long segmentBytes, Recovered recovered) {
    this.disk = disk;
    this.segmentBytes = segmentBytes;
    this.epoch = recovered.epoch();
    this.complete = new ArrayDeque<>(recovered.segments());
    this.completeBytes = complete.stream().mapToLong(Segment::bytes).sum();
    this.lastVersion = recovered.startVersion();
    this.appendedVersion = lastVersion;
    this.forcedVersion = lastVersion;
    group.position(GroupFormat.HEADER_BYTES);
    size = new LogSize(completeBytes, complete.size(), 0, 0, 0, 0);
  }

  /**
   * Begins a new segment behind what was recovered. It is on disk when this returns.
   *
   * @param segmentBytes a segment that would grow longer is complete
   */
  public static CommitLog begin(Disk disk, long segmentBytes, Recovered recovered)
      throws IOException {
    CommitLog log = new CommitLog(disk, segmentBytes, recovered);
    try {
      log.beginSegment(recovered.nextSequence(), recovered.lastEnd());
    } catch (IOException e) {
      log.letGo(e);
      throw e;
    }
    return log;
  }

  private void letGo(IOException failed) {
    if (file != null) {
      try {
        file.close();
      } catch (IOException e) {
        failed.addSuppressed(e);
      }
    }
  }

  private void beginSegment(long sequence, long previousEnd) throws IOException {
    header = new SegmentFormat.Header(epoch, sequence, lastVersion, previousEnd);
    salt = header.salt();
    String unfinished = header.fileName() + SegmentFormat.UNFINISHED;
    file = disk.create(unfinished);
    file.write(SegmentFormat.encode(header), 0);
    file.force();
    disk.rename(unfinished, header.fileName());
    disk.forceNames();
    position = SegmentFormat.GROUPS_OFFSET;
    forcedPosition = position;
  }

  /** Adds a transaction to the group; its version is higher than any before. */
  public void append(long transactionId, long version, WriteSet writes) {
    encoder.encode(scratch, transactionId, version, writes);
    append(scratch);
  }

  /** Adds a transaction that is encoded to the group; its version is higher than any before. */
  public void append(LogRecord record) {
    ensureRoom(record.bytes().limit());
    int at = group.position();
    group.put(record.bytes());
    RecordFormat.move(group, at, Salt.NONE, salt);
    lastVersion = record.version();
    records++;
    record.done();
  }

  private void ensureRoom(int bytes) {
    if (group.remaining() >= bytes) {
      return;
    }
    long needed = GroupFormat.align((long) group.position() + bytes);
    int capacity = (int) Math.max(needed, Math.min(2L * group.capacity(), Integer.MAX_VALUE));
    ByteBuffer larger = ByteBuffer.allocateDirect(capacity).order(ByteOrder.LITTLE_ENDIAN);
    larger.put(group.flip());
    group = larger;
  }

  /** Length of the group so far, in bytes; 0 if nothing was appended. */
  public int groupBytes() {
    return records == 0 ? 0 : group.position();
  }

  /** Hands the group over to the operating system. Without one it does nothing. */
  public void write() throws IOException {
    checkUsable();
    if (records == 0) {
      return;
    }
    try {
      long length = GroupFormat.align(group.position());
      if (position + length > segmentBytes && position > SegmentFormat.GROUPS_OFFSET) {
        complete();
      }
      writeGroup((int) length);
    } catch (IOException e) {
      throw failed("could not be written", e);
    }
  }

  private void writeGroup(int length) throws IOException {
    int end = group.position();
    GroupFormat.seal(group, end, records, forcedPosition, lastVersion, salt);
    while (group.position() < length) {
      group.put((byte) 0);
    }
    file.write(group.flip(), position);
    position += length;
    appendedVersion = lastVersion;
    size =
        new LogSize(
            completeBytes + position,
            complete.size() + 1,
            size.writtenBytes() + length,
            size.transactions() + records,
            size.groups() + 1,
            size.forces());
    records = 0;
    group.clear().position(GroupFormat.HEADER_BYTES);
  }

  private void writeEmptyGroup() throws IOException {
    records = 0;
    lastVersion = appendedVersion;
    group.clear().position(GroupFormat.HEADER_BYTES);
    writeGroup(GroupFormat.BLOCK_BYTES);
  }

  /** Ends the segment, and begins the next, to which the group's records move. */
  private void complete() throws IOException {
    forceFile();
    file.close();
    complete.add(new Segment(header.sequence(), appendedVersion, position));
    completeBytes += position;
    long groupsLast = lastVersion;
    Salt before = salt;
    lastVersion = appendedVersion;
    beginSegment(header.sequence() + 1, position);
    lastVersion = groupsLast;
    moveRecords(before);
  }

  private void moveRecords(Salt from) {
    int at = GroupFormat.HEADER_BYTES;
    while (at < group.position()) {
      RecordFormat.move(group, at, from, salt);
      at += group.getInt(at + RecordFormat.LENGTH_OFFSET);
    }
  }

  /** Puts all that was written on the disk. */
  public void force() throws IOException {
    checkUsable();
    if (forcedPosition == position) {
      return;
    }
    try {
      forceFile();
    } catch (IOException e) {
      throw failed("could not be forced to the disk", e);
    }
  }

  private void forceFile() throws IOException {
    long through = appendedVersion;
    if (forcedPosition < position) {
      file.force();
      forcedPosition = position;
      size = size.withForces(size.forces() + 1);
    }
    forcedVersion = through;
  }

  /**
   * Removes the oldest segment if a checkpoint covers it.
   *
   * @return whether it did
   */
  public boolean removeCovered() throws IOException {
    checkUsable();
    Segment oldest = complete.peekFirst();
    if (oldest == null || oldest.lastVersion() > coveredThrough) {
      return false;
    }
    try {
      disk.delete(SegmentFormat.fileName(oldest.sequence()));
    } catch (IOException e) {
      throw failed("has a segment that could not be removed", e);
    }
    complete.removeFirst();
    completeBytes -= oldest.bytes();
    size = size.without(oldest.bytes());
    return true;
  }

  private void checkUsable() throws IOException {
    if (failure != null) {
      throw new IOException("the commit log has failed before: " + failure.getMessage(), failure);
    }
  }

  private IOException failed(String what, IOException cause) {
    failure =
        new IOException(
            "the commit log " + what + ": " + header.fileName() + ": " + cause.getMessage(), cause);
    return failure;
  }

  /**
   * Closes the segment. What was written and not forced is forced before, unless the log has
   * failed; what was appended and not written is dropped. A group without records then says that
   * all before it is on the disk, so that damage to the last transactions does not pass for a torn
   * end.
   */
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      if (failure == null) {
        force();
        if (position > SegmentFormat.GROUPS_OFFSET) {
          writeEmptyGroup();
        }
      }
    } finally {
      file.close();
    }
  }

  // Any thread.

  /** The highest commit version that was written, forced or not. */
  public long appendedVersion() {
    return appendedVersion;
  }

  /** The highest commit version on the disk; all that is in the log up to it is there, too. */
  public long forcedVersion() {
    return forcedVersion;
  }

  /** A checkpoint is on disk that holds all up to this version: what has nothing above it goes. */
  void coveredThrough(long version) {
    coveredThrough = version;
  }

  /** How much there is, and how much was done. */
  public LogSize size() {
    return size;
  }
}
