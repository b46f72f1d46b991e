package dev.yardmaster.storage.log;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.WriteSet;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.DiskFile;
import dev.yardmaster.storage.log.format.GroupBuffer;
import dev.yardmaster.storage.log.format.LogRecord;
import dev.yardmaster.storage.log.format.RecordEncoder;
import dev.yardmaster.storage.log.format.Salt;
import dev.yardmaster.storage.log.format.SegmentFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;

/**
 * The writing end of the commit log. Transactions are appended in the order of their commit
 * versions, and collected in memory. {@link #write} passes the collected records to the operating
 * system as one group, and {@link #force} forces all written groups to disk. One thread owns the
 * log. Other threads may call only the methods that are marked so.
 *
 * <p>After an {@link IOException}, the contents of the disk are unknown: a failed force may have
 * lost data, and the next force may succeed without this data. So the log cannot be used after the
 * exception, and the owner must run recovery on the directory.
 */
public final class CommitLog {

  private static final int KEYS_BYTES = 1 << 20;

  private final Disk disk;
  private final long segmentBytes;
  private final long epoch;
  private final Fence fence;
  private final LongSupplier epochMs;

  private final Retention retention;
  private final CompleteSegments complete;
  private final GroupBuffer group;
  private final RecordEncoder encoder = new RecordEncoder();
  private final LogRecord scratch = new LogRecord();
  private long lastVersion;

  private DiskFile file;
  private SegmentFormat.Header header;
  private long position;
  private long forcedPosition;
  private IOException failure;
  private boolean closed;

  @Shared(
      writers = "the log's thread",
      readers = "the checkpointer",
      access =
          "volatile. The checkpointer reads this version after it has read a shard. Every write"
              + " that replaced an entry of the shard was appended before that, so the"
              + " checkpoint is valid when this version is forced to disk")
  private volatile long appendedVersion;

  @Shared(writers = "the log's thread", readers = "the checkpointer", access = "volatile")
  private volatile long forcedVersion;

  @Shared(
      writers = "the log's thread",
      readers = "the checkpointer; any thread, for metrics",
      access = "volatile reference to an immutable record")
  private volatile LogSize size;

  @Shared(
      writers = "the log's thread",
      readers = "the checkpointer, the archiver, threads that make backups",
      access = "volatile reference to an immutable record")
  private volatile Forced forced;

  /**
   * The position up to which the log is on disk.
   *
   * @param sequence the number of the newest segment; all earlier segments are complete and on disk
   * @param position the position up to which the newest segment is on disk
   */
  public record Forced(long sequence, long position) {}

  private CommitLog(
      Disk disk,
      long segmentBytes,
      int bufferBytes,
      Recovered recovered,
      Fence fence,
      LongSupplier epochMs) {
    this.disk = disk;
    this.group = new GroupBuffer(bufferBytes);
    this.fence = fence;
    this.epochMs = epochMs;
    this.segmentBytes = segmentBytes;
    this.epoch = recovered.epoch();
    this.retention = new Retention(recovered.checkpointVersion());
    this.complete = new CompleteSegments(disk, retention, recovered.segments());
    this.lastVersion = recovered.startVersion();
    this.appendedVersion = lastVersion;
    this.forcedVersion = lastVersion;
    size = new LogSize(complete.bytes(), complete.count(), 0, 0, 0, 0);
  }

  /**
   * Creates a new segment after the recovered segments. The segment is on disk when this method
   * returns.
   *
   * @param segmentBytes the maximum length of a segment, in bytes; a group that does not fit begins
   *     the next segment
   * @param bufferBytes the direct memory to reserve for a group; see {@link #bufferBytes(int)}. If
   *     a group is longer, the log allocates more memory when it appends to the group
   * @param epochMs the time in ms since 1970, which is saved with each group
   */
  public static CommitLog begin(
      Disk disk, long segmentBytes, int bufferBytes, Recovered recovered, LongSupplier epochMs)
      throws IOException {
    Fence fence = Fence.open(disk, recovered.epoch());
    CommitLog log = new CommitLog(disk, segmentBytes, bufferBytes, recovered, fence, epochMs);
    try {
      log.beginSegment(recovered.nextSequence(), recovered.lastEnd());
    } catch (IOException | RuntimeException e) {
      if (log.file != null) {
        Disk.closeAfter(e, log.file);
      }
      Disk.closeAfter(e, fence);
      throw e;
    }
    return log;
  }

  /**
   * Returns the maximum length of a group if each transaction writes values of at most {@code
   * maxTransactionBytes} in total. A log that reserves this length at the start allocates no memory
   * later, so it cannot fail for lack of memory.
   */
  public static int bufferBytes(int maxTransactionBytes) {
    return GroupBuffer.FULL_BYTES + maxTransactionBytes + KEYS_BYTES;
  }

  private void beginSegment(long sequence, long previousEnd) throws IOException {
    header = new SegmentFormat.Header(epoch, sequence, appendedVersion, previousEnd, disk.nonce());
    group.moveTo(header);
    String unfinished = header.fileName() + SegmentFormat.UNFINISHED;
    file = disk.create(unfinished);
    file.write(SegmentFormat.encode(header), 0);
    file.force();
    // The fence is checked before the rename: a later start may have taken over the directory, and
    // may have a segment with this name.
    if (!fence.holds()) {
      throw fenced(Fence.fileName(epoch));
    }
    disk.rename(unfinished, header.fileName());
    disk.forceNames();
    position = SegmentFormat.GROUPS_OFFSET;
    forcedPosition = position;
    forced = new Forced(sequence, position);
  }

  /** Adds a transaction to the group. The version must be higher than all earlier versions. */
  public void append(long transactionId, long version, WriteSet writes) {
    encoder.encode(scratch, transactionId, version, writes);
    append(scratch);
  }

  /**
   * Adds an encoded transaction to the group. The version must be higher than all earlier versions.
   */
  public void append(LogRecord record) {
    group.append(record);
    lastVersion = record.version();
  }

  /**
   * Tells the log that later transactions have versions above the given one. The given version must
   * be higher than all earlier versions. The log writes nothing for this call. The given version
   * counts as written or forced as soon as all earlier transactions are written or forced.
   */
  public void skip(long version) {
    lastVersion = version;
  }

  /**
   * Adds the encoded transaction between a buffer's position and limit to the group. The version
   * must be higher than all earlier versions.
   */
  public void append(ByteBuffer record, long version) {
    append(record, version, Salt.NONE);
  }

  /**
   * Adds an encoded transaction that was read from another segment to the group. {@code from} is
   * the salt of that segment.
   */
  public void append(ByteBuffer record, long version, Salt from) {
    group.append(record, from);
    lastVersion = version;
  }

  /**
   * Returns whether the group is so long that the caller must write the group before it appends
   * another transaction.
   */
  public boolean isGroupFull() {
    return group.isFull();
  }

  /** Passes the group to the operating system. Has no effect if no transaction was appended. */
  public void write() throws IOException {
    checkUsable();
    if (group.records() == 0) {
      if (appendedVersion != lastVersion) {
        appendedVersion = lastVersion; // Versions without bytes.
      }
      return;
    }
    try {
      if (position + group.length() > segmentBytes && position > SegmentFormat.GROUPS_OFFSET) {
        complete();
      }
      writeGroup();
    } catch (IOException e) {
      throw failed("could not be written", e);
    }
  }

  private void writeGroup() throws IOException {
    int length = group.length();
    file.write(group.seal(forcedPosition, epochMs.getAsLong()), position);
    position += length;
    appendedVersion = lastVersion;
    size =
        new LogSize(
            complete.bytes() + position,
            complete.count() + 1,
            size.writtenBytes() + length,
            size.transactions() + group.records(),
            size.groups() + 1,
            size.forces());
    group.clear();
  }

  private void writeEmptyGroup() throws IOException {
    lastVersion = appendedVersion;
    group.clear();
    writeGroup();
  }

  /**
   * Completes the current segment and creates the next one, which receives the records of the
   * current group.
   */
  private void complete() throws IOException {
    forceFile();
    file.close();
    complete.add(new CompleteSegments.Segment(header.sequence(), appendedVersion, position));
    beginSegment(header.sequence() + 1, position);
  }

  /** Forces all written groups to disk. */
  public void force() throws IOException {
    checkUsable();
    if (forcedPosition == position) {
      if (forcedVersion != appendedVersion) {
        forcedVersion = appendedVersion;
      }
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
      forced = new Forced(header.sequence(), position);
      size = size.withForces(size.forces() + 1);
    }
    forcedVersion = through;
  }

  /**
   * Checks that this log still owns the directory. The owner must call this method after commits
   * are written or forced, and before it acknowledges these commits. If the check succeeds, no
   * later start of the service has begun to read the directory, so the next start will find these
   * commits.
   *
   * @throws YardmasterException {@link ErrorCode#FENCED} if a later start has taken the directory,
   *     or if the segment was removed or replaced; the log is unusable from then on
   */
  public void checkFence() throws IOException {
    checkUsable();
    if (!fence.holds()) {
      throw fenced(Fence.fileName(epoch));
    }
    if (!disk.isLinked(header.fileName(), file)) {
      throw fenced(header.fileName());
    }
  }

  private YardmasterException fenced(String lostFile) {
    YardmasterException lost = fence.lost(lostFile);
    failure = new IOException(lost.getMessage(), lost);
    return lost;
  }

  /** Returns the end of the log on disk. Any thread may call this method. */
  public Forced forced() {
    return forced;
  }

  /**
   * Returns the object that protects files from removal for as long as an archive or a backup needs
   * them.
   */
  public Retention retention() {
    return retention;
  }

  /**
   * Returns the fence of this start. Other threads that write to the directory must check it too.
   */
  public Fence fence() {
    return fence;
  }

  /**
   * Removes the oldest segment if a checkpoint covers the segment, and neither an archive nor a
   * backup needs it.
   *
   * @return whether a segment was removed
   */
  public boolean removeCovered() throws IOException {
    checkUsable();
    if (!complete.mayRemoveOldest()) {
      return false;
    }
    checkFence();
    try {
      long removed = complete.removeOldest();
      if (removed > 0) {
        size = size.without(removed);
      }
      return removed > 0;
    } catch (IOException e) {
      throw failed("has a covered segment that could not be removed", e);
    }
  }

  private void checkUsable() throws IOException {
    if (failure != null) {
      throw new IOException("the commit log failed earlier: " + failure.getMessage(), failure);
    }
  }

  private IOException failed(String what, IOException cause) {
    failure =
        new IOException(
            "the commit log " + what + ": " + header.fileName() + ": " + cause.getMessage(), cause);
    return failure;
  }

  /**
   * Closes the segment. Unless the log has failed, this method first forces the written groups to
   * disk. Records that were appended but not written are discarded. The method also writes a final
   * group without records. The final group shows that all earlier groups were forced. So if an
   * earlier group is damaged later, recovery does not mistake the damage for a torn end.
   */
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try (fence) {
      if (failure == null && fence.holds()) {
        force();
        if (position > SegmentFormat.GROUPS_OFFSET) {
          writeEmptyGroup();
        }
      }
    } finally {
      file.close();
    }
  }

  /**
   * Returns the highest commit version that was written. This version may not be forced to disk
   * yet. Any thread may call this method.
   */
  public long appendedVersion() {
    return appendedVersion;
  }

  /**
   * Returns the highest commit version on disk. The whole log up to this version is on disk. Any
   * thread may call this method.
   */
  public long forcedVersion() {
    return forcedVersion;
  }

  /**
   * Tells the log that a checkpoint on disk contains all commits up to a version. From now on, the
   * log may remove segments that contain no higher versions. Any thread may call this method.
   */
  public void coveredThrough(long version) {
    complete.coveredThrough(version);
  }

  /**
   * Returns the size of the log, and the totals since the log was opened. Any thread may call this
   * method.
   */
  public LogSize size() {
    return size;
  }
}
