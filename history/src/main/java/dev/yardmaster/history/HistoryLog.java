package dev.yardmaster.history;

import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The history of a run: where its recorders put their blocks, in a file or in memory.
 *
 * <p>Any thread may take a recorder. Recorders meet here once for each full block, which is
 * appended under a lock. A failure to write never reaches them: the log keeps the first, drops all
 * that follows, and throws it from {@link #close()}.
 */
public final class HistoryLog implements AutoCloseable {

  private final OutputStream out;
  private final ByteArrayOutputStream memory;
  private final int blockBytes;
  private final int maxBlockBytes;
  private final List<HistoryRecorder> recorders = new ArrayList<>();
  private long transactions;
  private IOException failure;
  private boolean closed;

  private HistoryLog(ByteArrayOutputStream memory) {
    this(memory, memory, HistoryFormat.BLOCK_BYTES, HistoryFormat.MAX_BLOCK_BYTES);
  }

  HistoryLog(OutputStream out, int blockBytes, int maxBlockBytes) {
    this(out, null, blockBytes, maxBlockBytes);
  }

  private HistoryLog(
      OutputStream out, ByteArrayOutputStream memory, int blockBytes, int maxBlockBytes) {
    this.out = out;
    this.memory = memory;
    this.blockBytes = blockBytes;
    this.maxBlockBytes = maxBlockBytes;
    byte[] header = HistoryFormat.header();
    append(header, header.length, 0);
  }

  /**
   * A history in a file, which is created or overwritten.
   *
   * @throws IOException if the file's folder does not exist or the file cannot be written
   */
  public static HistoryLog toFile(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null && !Files.isDirectory(folder)) {
      throw new NoSuchFileException(
          file.toString(), null, "the folder of a history must exist: folder=" + folder);
    }
    // Not a channel: an interrupt of the recording thread would close that.
    return new HistoryLog(
        new FileOutputStream(file.toFile()),
        HistoryFormat.BLOCK_BYTES,
        HistoryFormat.MAX_BLOCK_BYTES);
  }

  /** A history in memory, of less than 2 GiB; {@link #bytes()} gives it. */
  public static HistoryLog inMemory() {
    return new HistoryLog(new ByteArrayOutputStream());
  }

  /**
   * A recorder for one thread.
   *
   * @throws IllegalStateException if the log is closed
   */
  public synchronized HistoryRecorder recorder() {
    if (closed) {
      throw new IllegalStateException("the history is closed");
    }
    HistoryRecorder recorder =
        new HistoryRecorder(this, recorders.size(), blockBytes, maxBlockBytes);
    recorders.add(recorder);
    return recorder;
  }

  /**
   * Adds bytes that hold this many transactions; what comes after a failure or close is dropped.
   */
  synchronized void append(byte[] bytes, int length, int transactionsWithin) {
    if (closed || failure != null) {
      return;
    }
    try {
      if (memory != null && memory.size() > Integer.MAX_VALUE - Long.BYTES - length) {
        throw new IOException("a history in memory has less than 2 GiB: bytes=" + memory.size());
      }
      out.write(bytes, 0, length);
      transactions += transactionsWithin;
    } catch (IOException e) {
      failure = e;
    }
  }

  /** Keeps the first failure. */
  synchronized void fail(IOException cause) {
    if (failure == null) {
      failure = cause;
    }
  }

  /**
   * Writes what the recorders still hold, in the order in which they were taken, and ends the
   * history. A transaction that has begun but not ended is left out. No recorder may be in use any
   * more, and their threads' last uses must have happened before this call. A second call does
   * nothing.
   *
   * @throws IOException the first failure since the log was opened; its history is incomplete, and
   *     a reader will say so
   */
  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    for (HistoryRecorder recorder : recorders) {
      recorder.flush();
    }
    byte[] end = HistoryFormat.endBlock(transactions);
    append(end, end.length, 0);
    closed = true;
    try {
      out.close();
    } catch (IOException e) {
      fail(e);
    }
    if (failure != null) {
      throw failure;
    }
  }

  /**
   * The history, if it is in memory.
   *
   * @throws IllegalStateException if it is not, or if the log is not closed
   */
  public synchronized byte[] bytes() {
    if (memory == null || !closed) {
      throw new IllegalStateException(
          memory == null ? "the history is in a file" : "the history is not closed");
    }
    return memory.toByteArray();
  }
}
