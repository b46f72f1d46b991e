package dev.yardmaster.proof.torture.soak;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.proof.torture.BankRequest;
import dev.yardmaster.proof.torture.BankService;
import dev.yardmaster.proof.torture.Line;
import dev.yardmaster.server.YardmasterServer;
import dev.yardmaster.server.backend.ServedEngine;
import dev.yardmaster.server.backend.ServerBackEnd;
import dev.yardmaster.server.config.ServerConfig;
import dev.yardmaster.server.logging.ServerLogging;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.table.DiskTable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * The child process, which runs a durable server. The parent can make the server's disk full and
 * change its wall clock. If the server ends because its disk is full, the same process starts the
 * next server as soon as there is room. The process ends after a {@code close} line, at the end of
 * its input, after SIGTERM, or when it is killed. A test uses a subclass to plant a bug.
 */
public class SoakedServer {

  /**
   * The length of a connection's unwritten answers, in bytes, at which the server stops reading
   * from the connection.
   */
  static final long OUTBOUND_HIGH_BYTES = 1 << 20;

  /**
   * The maximum time, in ns, from a refused write to the log until the server must have stopped
   * listening.
   */
  private static final long REFUSAL_TIMEOUT_NS = 5_000_000_000L;

  private static final int LOOK_MS = 5;
  private static final int RETRY_MS = 50;

  private final ServerConfig config;
  private final Writer output;
  private final DiskSpace space = new DiskSpace();
  private final SteppedClock clock = new SteppedClock();
  private final NanoClock nanoClock = SystemNanoClock.INSTANCE;

  @SuppressWarnings("this-escape") // The constructor does not start this thread.
  private final Thread server = new Thread(this::serve, "server");

  /** A listening server, and the number of log writes that were refused before it started. */
  private record Running(YardmasterServer server, long refusedBefore) {}

  /** The server that is listening; null while there is none. */
  private volatile Running running;

  private volatile boolean ending;

  /**
   * Creates a server that has not started.
   *
   * @param arguments four kinds of arguments in this order: the words of the {@link BankService};
   *     the directory; the growth of the log, in bytes, after which a checkpoint is due; and the
   *     maximum number of kept outcomes
   */
  protected SoakedServer(String[] arguments, OutputStream lines) {
    BankService service = BankService.of(List.of(arguments));
    config =
        ServerConfig.builder()
            .set("listen", "127.0.0.1:0")
            .set("admin.listen", "none")
            .set("data", Path.of(arguments[BankService.WORDS]).toString())
            .set("engine", service.engine())
            .set("durability", service.durability())
            .set("storage", service.storage())
            // The lengths and limits are small, so that segments and checkpoints begin often and
            // outcomes are discarded.
            .set("pipeline.segmentBytes", "1MiB")
            .set("pipeline.checkpointBytes", arguments[BankService.WORDS + 1])
            .set("pipeline.outcomeRetention", Soak.RETENTION_MS + "ms")
            .set("pipeline.maxOutcomes", arguments[BankService.WORDS + 2])
            .set("limits.outboundHighBytes", Long.toString(OUTBOUND_HIGH_BYTES))
            // If a client is stalled, the server needs this additional time to end after SIGTERM.
            .set("timeouts.drain", "1s")
            .set("log.level", "warn")
            .build();
    output = new OutputStreamWriter(lines, StandardCharsets.UTF_8);
  }

  /** Runs the server. The constructor describes the arguments. */
  public static void main(String[] args) throws IOException, InterruptedException {
    new SoakedServer(args, Line.reserveOutput()).run();
  }

  /** Runs servers until the process must end. */
  protected final void run() throws IOException, InterruptedException {
    ServerLogging.start(config, System.err);
    Runtime.getRuntime().addShutdownHook(new Thread(this::end, "end of the server"));
    server.start();
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String line = input.readLine();
    while (line != null && !line.equals(Line.CLOSE)) {
      try {
        take(Line.words(line));
      } catch (RuntimeException e) {
        say(SoakLine.BROKEN, e);
      }
      line = input.readLine();
    }
    end();
  }

  private void end() {
    ending = true;
    try {
      server.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Processes a line of the parent. */
  protected void take(String[] words) {
    Running now = running;
    switch (words[0]) {
      case SoakLine.FILL -> space.fill(words[1]);
      case SoakLine.EMPTY -> space.empty();
      case SoakLine.CLOCK -> clock.step(Long.parseLong(words[1]));
      case SoakLine.EFFECTS ->
          say(
              SoakLine.EFFECTS,
              new Effects(
                      space.refusedLogs(),
                      space.refusedCheckpoints(),
                      now == null ? 0 : now.server().unwrittenBytes())
                  .words());
      case SoakLine.SOUND -> say(SoakLine.SOUND, now != null && !wasRefused(now.refusedBefore()));
      case SoakLine.MEASURE -> {
        if (now == null) {
          say(SoakLine.BROKEN, "no server runs that could be measured");
        } else {
          ServerBackEnd backEnd = now.server().backEnd();
          int stepThreads = backEnd instanceof ServedEngine ? backEnd.maxOpenTransactions() + 1 : 0;
          say(SoakLine.MEASURED, Figures.ofThisProcess(backEnd.dataBytes(), stepThreads).words());
        }
      }
      default -> throw new IllegalArgumentException("unknown word: " + words[0]);
    }
  }

  private boolean wasRefused(long refusedBefore) {
    return space.refusedLogs() > refusedBefore;
  }

  /** Returns the procedures of the server. */
  protected List<Procedure<?, ?>> procedures() {
    return BankRequest.PROCEDURES;
  }

  /** Returns the disk of the server; a test overrides the method to plant a bug. */
  protected Disk disk(Disk disk) {
    return new FillableDisk(disk, space);
  }

  /** Returns the exception that made a server fail; empty if none has failed. */
  protected Optional<Throwable> failure(YardmasterServer of) {
    return of.failure();
  }

  private synchronized void say(Object... words) {
    try {
      output.write(Line.of(words).replace('\n', ' ') + '\n');
      output.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("the parent has ended", e);
    }
  }

  /** Runs one server after the other. */
  private void serve() {
    while (!ending) {
      long refusedBefore = space.refusedLogs();
      Throwable failure = serveOnce(refusedBefore);
      if (failure == null) {
        continue;
      }
      if (!wasRefused(refusedBefore) || !NoSpaceException.causes(failure)) {
        failure.printStackTrace();
        say(SoakLine.BROKEN, failure);
        return;
      }
      say(SoakLine.FULL);
      pause(RETRY_MS);
    }
  }

  /**
   * Runs one server until it fails or the process must end. Returns the failure of the server; null
   * if the process must end.
   */
  private Throwable serveOnce(long refusedBefore) {
    Throwable failure = null;
    try (YardmasterServer started = YardmasterServer.start(config, procedures(), new Parts())) {
      running = new Running(started, refusedBefore);
      say(Line.READY, started.address().getPort());
      long refusedNs = nanoClock.nanoTime();
      while (!ending && failure == null) {
        pause(LOOK_MS);
        failure = failure(started).orElse(null);
        if (!wasRefused(refusedBefore)) {
          refusedNs = nanoClock.nanoTime();
        } else if (failure == null && nanoClock.nanoTime() - refusedNs > REFUSAL_TIMEOUT_NS) {
          failure =
              new IllegalStateException(
                  "a write of the log was refused, and the server has not failed in time");
        }
      }
      running = null;
    } catch (RuntimeException e) {
      // Either the start of a server or the closing of a failed server has failed.
      if (failure == null || !NoSpaceException.causes(e)) {
        failure = e;
      }
    } finally {
      running = null;
    }
    return failure;
  }

  private static void pause(int ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The production parts, except for the disk and the wall clock. */
  private final class Parts extends PipelineParts {
    @Override
    public Disk disk(Path directory) throws IOException {
      return SoakedServer.this.disk(super.disk(directory));
    }

    @Override
    public DiskTable table(Path folder, long cacheBytes) throws IOException {
      return new FillableTable(super.table(folder, cacheBytes), space);
    }

    @Override
    public EpochClock epochClock() {
      return clock;
    }
  }
}
