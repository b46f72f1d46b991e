package dev.yardmaster.history;

import dev.yardmaster.annotations.Shared;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the history of a run. The log collects the blocks of its recorders, in a file or in
 * memory.
 *
 * <p>Any thread may request a recorder. A recorder locks the log once for each full block, to
 * append the block. A recorder does not report a write error to its thread. Instead, the log stores
 * the first error and drops all further blocks, and {@link #close()} throws the error.
 */
@Shared(
    writers = "threads with a recorder, once for each full block; the closing thread",
    readers = "the same",
    access =
        "guarded by the monitor of the HistoryLog. A recorder belongs to its thread until the "
            + "log is closed")
public final class HistoryLog implements AutoCloseable {

  private final OutputStream out;
  private final @Nullable ByteArrayOutputStream memory;
  private final int blockBytes;
  private final int maxBlockBytes;
  private final List<HistoryRecorder> recorders = new ArrayList<>();
  private long transactions;
  private @Nullable IOException failure;
  private boolean closed;

  private HistoryLog(ByteArrayOutputStream memory) {
    this(memory, memory, HistoryFormat.BLOCK_BYTES, HistoryFormat.MAX_BLOCK_BYTES);
  }

  HistoryLog(OutputStream out, int blockBytes, int maxBlockBytes) {
    this(out, null, blockBytes, maxBlockBytes);
  }

  private HistoryLog(
      OutputStream out, @Nullable ByteArrayOutputStream memory, int blockBytes, int maxBlockBytes) {
    this.out = out;
    this.memory = memory;
    this.blockBytes = blockBytes;
    this.maxBlockBytes = maxBlockBytes;
    byte[] header = HistoryFormat.header();
    append(header, header.length, 0);
  }

  /**
   * Creates a history in a file. The file is created or overwritten.
   *
   * @throws IOException if the file's folder does not exist or the file cannot be written
   */
  public static HistoryLog toFile(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null && !Files.isDirectory(folder)) {
      throw new NoSuchFileException(
          file.toString(), null, "the folder of a history must exist: folder=" + folder);
    }
    // The log writes to a stream, because an interrupt of a recording thread would close a channel.
    return new HistoryLog(
        new FileOutputStream(file.toFile()),
        HistoryFormat.BLOCK_BYTES,
        HistoryFormat.MAX_BLOCK_BYTES);
  }

  /** Creates a history of less than 2 GiB in memory. {@link #bytes()} returns the history. */
  public static HistoryLog inMemory() {
    return new HistoryLog(new ByteArrayOutputStream());
  }

  /**
   * Returns a new recorder for one thread.
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
   * Appends bytes that contain the given number of transactions. After a failure, or after the end
   * of the history, drops the bytes.
   */
  synchronized void append(byte[] bytes, int length, int transactionsWithin) {
    if (closed || failure != null) {
      return;
    }
    try {
      if (memory != null && memory.size() > Integer.MAX_VALUE - Long.BYTES - length) {
        throw new IOException(
            "a history in memory must be shorter than 2 GiB: bytes=" + memory.size());
      }
      out.write(bytes, 0, length);
      transactions += transactionsWithin;
    } catch (IOException e) {
      failure = e;
    }
  }

  /** Stores the failure unless there is an earlier failure. */
  synchronized void fail(IOException cause) {
    if (failure == null) {
      failure = cause;
    }
  }

  /**
   * Writes the remaining transactions of the recorders, in the order in which the recorders were
   * created, and ends the history. A transaction that has begun and has not ended is omitted. All
   * uses of the recorders must happen before this call. Further calls have no effect.
   *
   * @throws IOException the first failure since the log was opened; the history is then incomplete,
   *     and a reader will reject it
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
   * Returns the history, if it is in memory.
   *
   * @throws IllegalStateException if the history is in a file, or if the log is not closed
   */
  public synchronized byte[] bytes() {
    if (memory == null || !closed) {
      throw new IllegalStateException(
          memory == null ? "the history is in a file" : "the history is not closed");
    }
    return memory.toByteArray();
  }
}
