package dev.yardmaster.server.audit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.server.config.value.AuditedEvents;
import dev.yardmaster.server.security.SecretFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.EpochClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes events to a file, one JSON object on a line, on its own thread. At most {@link
 * #MAX_WAITING} events wait; further events are dropped and counted, because clients must not wait
 * for the log's disk. If the file was renamed or deleted, for example by a program that rotates
 * logs, the log begins a new file. {@link #close} writes the waiting events and forces them to
 * disk.
 */
public final class AuditLog implements Audit, AutoCloseable {

  /** The maximum number of events that wait to be written. */
  static final int MAX_WAITING = 4096;

  private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);
  private static final long LOOK_MS = 1_000;
  private static final int MAX_BATCH = 256;
  private static final JsonFactory JSON = new JsonFactory();

  private record Timed(AuditEvent event, long epochMs) {}

  /** An element without an event, which wakes the thread that waits for events. */
  private static final Timed END = new Timed(null, 0);

  private final Path file;
  private final AuditedEvents events;
  private final EpochClock clock;
  private final Thread thread = new Thread(this::run, "yardmaster-audit");

  @Shared(
      writers = "all threads that serve clients",
      readers = "the log's thread",
      access = "ArrayBlockingQueue")
  private final ArrayBlockingQueue<Timed> waiting = new ArrayBlockingQueue<>(MAX_WAITING);

  @Shared(
      writers = "all threads that serve clients, the log's thread",
      readers = "the same, the admin thread",
      access = "atomic counter")
  private final AtomicLong lost = new AtomicLong();

  @Shared(
      writers = "the log's thread",
      readers = "the admin thread",
      access = "volatile; null while events can be written")
  private volatile String failure;

  @Shared(
      writers = "the thread that closes the log",
      readers = "the log's thread",
      access = "volatile; set once")
  private volatile boolean closed;

  private FileChannel channel;
  private Object fileKey;
  private long reportedLost;

  /** Whether the last line of the file may be incomplete. */
  private boolean isTorn;

  private AuditLog(Path file, AuditedEvents events, EpochClock clock) {
    this.file = file;
    this.events = events;
    this.clock = clock;
  }

  /**
   * Opens a log, and creates the file if it does not exist. Only its owner has permissions on a new
   * file.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if the file cannot be written
   */
  public static AuditLog open(Path file, AuditedEvents events, EpochClock clock) {
    AuditLog log = new AuditLog(file, events, clock);
    try {
      log.openFile();
    } catch (IOException e) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG,
          "the audit log cannot be written",
          e,
          "audit.file",
          file,
          "reason",
          String.valueOf(e.getMessage()));
    }
    log.thread.setDaemon(true);
    log.thread.start();
    return log;
  }

  private void openFile() throws IOException {
    channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND),
            SecretFile.forOwnerAlone());
    fileKey = keyOfFile();
    isTorn = channel.size() > 0 && !endsWithLine();
  }

  private boolean endsWithLine() throws IOException {
    try (FileChannel read = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer last = ByteBuffer.allocate(1);
      return read.read(last, read.size() - 1) == 1 && last.get(0) == '\n';
    }
  }

  private Object keyOfFile() throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  @Override
  public boolean has(AuditedEvents what) {
    return events.compareTo(what) >= 0;
  }

  @Override
  public void add(AuditEvent event) {
    if (closed || !waiting.offer(new Timed(event, clock.time()))) {
      lost.incrementAndGet();
    }
  }

  @Override
  public long lost() {
    return lost.get();
  }

  @Override
  public Optional<String> warning() {
    return Optional.ofNullable(failure);
  }

  private void run() {
    List<Timed> batch = new ArrayList<>();
    boolean last = false;
    while (!last) {
      // The flag is read before the poll, so that the last poll finds all events that were added
      // before the close.
      last = closed;
      try {
        Timed first = waiting.poll(last ? 0 : LOOK_MS, TimeUnit.MILLISECONDS);
        if (first != null) {
          batch.add(first);
        }
      } catch (InterruptedException e) {
        LOG.warn("only close() ends the thread of the audit log", e);
      }
      do {
        waiting.drainTo(batch, MAX_BATCH);
        if (!batch.isEmpty() || lost.get() > reportedLost) {
          write(batch);
        }
        batch.clear();
      } while (!waiting.isEmpty());
    }
    end();
  }

  private void write(List<Timed> batch) {
    try {
      if (channel == null || !Files.exists(file) || !keyEquals()) {
        reopen();
      }
      long lostNow = lost.get();
      ByteBuffer bytes = ByteBuffer.wrap(lines(batch, lostNow));
      isTorn = true;
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      isTorn = false;
      reportedLost = lostNow;
      if (failure != null) {
        LOG.info("the audit log {} can be written again", file);
        failure = null;
      }
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      // The failure does not end the log's thread.
      if (failure == null) {
        LOG.error("the audit log {} cannot be written; events are lost", file, e);
      }
      failure = "the audit log cannot be written: " + e.getMessage();
      lost.addAndGet(batch.stream().filter(timed -> timed.event() != null).count());
    }
  }

  private boolean keyEquals() throws IOException {
    Object now = keyOfFile();
    return now == null || now.equals(fileKey);
  }

  private void reopen() throws IOException {
    if (channel != null) {
      FileChannel before = channel;
      channel = null;
      before.close();
    }
    openFile();
  }

  /**
   * Returns the lines of the events, and a line with the number of lost events that no line has
   * reported yet.
   */
  private byte[] lines(List<Timed> batch, long lostNow) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    if (isTorn) {
      bytes.write('\n');
    }
    for (Timed timed : batch) {
      if (timed.event() != null) {
        line(bytes, timed);
      }
    }
    if (lostNow > reportedLost) {
      line(
          bytes,
          new Timed(
              new AuditEvent("lost", null, "").outcome((lostNow - reportedLost) + " events"),
              clock.time()));
    }
    return bytes.toByteArray();
  }

  private static void line(ByteArrayOutputStream bytes, Timed timed) throws IOException {
    JsonGenerator line = JSON.createGenerator(bytes);
    timed.event().writeTo(line, timed.epochMs());
    line.close();
    bytes.write('\n');
  }

  private void end() {
    if (channel != null) {
      try (FileChannel last = channel) {
        last.force(true);
      } catch (IOException e) {
        LOG.error("the audit log {} was not forced to disk", file, e);
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    var unused = waiting.offer(END); // If the queue is full, the thread does not wait.
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
