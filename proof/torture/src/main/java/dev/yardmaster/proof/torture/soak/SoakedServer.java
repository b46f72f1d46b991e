package dev.yardmaster.proof.torture.soak;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.proof.torture.BankRequest;
import dev.yardmaster.proof.torture.Line;
import dev.yardmaster.server.YardmasterServer;
import dev.yardmaster.server.config.ServerConfig;
import dev.yardmaster.server.logging.ServerLogging;
import dev.yardmaster.storage.log.Disk;
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
import org.agrona.concurrent.EpochClock;

/**
 * The child process: a durable server whose disk can be filled and whose wall clock can be stepped.
 * If the server ends because its disk is full, the next server starts in the same process as soon
 * as there is room. The process ends after a {@code close} line, at the end of its input, after
 * SIGTERM, or when it is killed. A test's subclass plants a fault.
 */
public class SoakedServer {

  /** Fewer outcomes than the child's heap can hold, on any machine. */
  private static final String MAX_OUTCOMES = "500000";

  private static final int LOOK_MS = 5;
  private static final int RETRY_MS = 50;

  private final ServerConfig config;
  private final Writer output;
  private final DiskSpace space = new DiskSpace();
  private final SteppedClock clock = new SteppedClock();
  private final Thread server = new Thread(this::serve, "server");

  /** The server that listens; null while there is none. */
  private volatile YardmasterServer running;

  private volatile boolean ending;

  /**
   * Creates a server that has not started.
   *
   * @param arguments a directory, and the durability, {@code sync} or {@code async}
   */
  protected SoakedServer(String[] arguments, OutputStream lines) {
    config =
        ServerConfig.builder()
            .set("listen", "127.0.0.1:0")
            .set("admin.listen", "none")
            .set("data", Path.of(arguments[0]).toString())
            .set("durability", arguments[1])
            // Short, so that segments and checkpoints begin often, and outcomes are dropped.
            .set("pipeline.segmentBytes", "1MiB")
            .set("pipeline.checkpointBytes", "8MiB")
            .set("pipeline.outcomeRetention", Soak.RETENTION_MS + "ms")
            .set("pipeline.maxOutcomes", MAX_OUTCOMES)
            .set("log.level", "warn")
            .build();
    output = new OutputStreamWriter(lines, StandardCharsets.UTF_8);
  }

  /** Runs the server. {@link #SoakedServer} describes the arguments. */
  public static void main(String[] args) throws IOException, InterruptedException {
    new SoakedServer(args, Line.reserveOutput()).run();
  }

  /** Runs the server until the process is to end. */
  protected final void run() throws IOException, InterruptedException {
    ServerLogging.start(config, System.err);
    Runtime.getRuntime().addShutdownHook(new Thread(this::end, "end of the server"));
    server.start();
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String line = input.readLine();
    while (line != null && !line.equals(Line.CLOSE)) {
      take(Line.words(line));
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
    switch (words[0]) {
      case SoakLine.FILL -> space.fill(words[1]);
      case SoakLine.EMPTY -> space.empty();
      case SoakLine.CLOCK -> clock.step(Long.parseLong(words[1]));
      case SoakLine.MEASURE -> {
        YardmasterServer now = running;
        Figures figures = Figures.ofThisProcess(now == null ? 0 : now.pipeline().dataBytes());
        say(SoakLine.MEASURED, figures.words());
      }
      default -> throw new IllegalArgumentException("unknown word: " + words[0]);
    }
  }

  /** Returns the procedures of the server. */
  protected List<Procedure<?, ?>> procedures() {
    return BankRequest.PROCEDURES;
  }

  private synchronized void say(Object... words) {
    try {
      output.write(Line.of(words) + '\n');
      output.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("the parent has ended", e);
    }
  }

  /** Runs one server after the other. */
  private void serve() {
    while (!ending) {
      long refusals = space.refusals();
      String failure = serveOnce();
      if (failure != null) {
        if (space.refusals() == refusals) {
          say(SoakLine.BROKEN, failure);
          return;
        }
        say(SoakLine.FULL);
        pause(RETRY_MS);
      }
    }
  }

  /** Runs a server until it has failed; returns the failure, or null if the process is to end. */
  private String serveOnce() {
    try (YardmasterServer started = YardmasterServer.start(config, procedures(), new Parts())) {
      running = started;
      say(Line.READY, started.address().getPort());
      while (!ending && started.failure().isEmpty()) {
        pause(LOOK_MS);
      }
      return ending ? null : started.failure().map(Throwable::toString).orElse(null);
    } catch (RuntimeException e) { // The start has failed, or the close of a failed server.
      return e.toString();
    } finally {
      running = null;
    }
  }

  private static void pause(int ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Production parts with another disk and another wall clock. */
  private final class Parts extends PipelineParts {
    @Override
    public Disk disk(Path directory) throws IOException {
      return new FillableDisk(super.disk(directory), space);
    }

    @Override
    public EpochClock epochClock() {
      return clock;
    }
  }
}
