package dev.yardmaster.benchmarks.torture;

import dev.yardmaster.benchmarks.workload.tpcc.TpccLedger;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccMix;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccSettings;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.durable.LogParts;
import dev.yardmaster.engine.durable.LogSettings;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import dev.yardmaster.proof.torture.Line;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The main class of the child process. The process runs a database with TPC-C's tables in a
 * directory, and clients with their own threads. The child opens the database, checks the tables,
 * and then reports that it is ready. The process ends after a {@code close} line, at the end of its
 * input, or when it is killed.
 */
final class TorturedTables {

  static final String BROKEN = "broken";
  static final String LEDGER = "ledger";
  static final String WORK = "work";
  static final String ACK = "ack";

  /**
   * The segments and the log length that triggers a checkpoint are short, so that segments and
   * checkpoints begin frequently.
   */
  private static final LogSettings LOG = LogSettings.sync().withLengths(1 << 18, 1 << 20);

  private static final int DISTRICTS = 10;
  private static final int CUSTOMERS = 30;
  private static final int ITEMS = 500;

  /** The exit code if a client has failed. */
  private static final int FAILED = 1;

  private final OutputStream output;
  private volatile boolean closing;

  private TorturedTables(OutputStream output) {
    this.output = output;
  }

  /** Returns the arguments of a child. */
  static List<String> arguments(Path directory, String protocol, int clients, long seed) {
    return List.of(directory.toString(), protocol, String.valueOf(clients), String.valueOf(seed));
  }

  /** Runs the database with the {@link #arguments}. */
  public static void main(String[] args) throws IOException, InterruptedException {
    OutputStream lines = Line.reserveOutput();
    int clients = Integer.parseInt(args[2]);
    TpccLedger[] tables = new TpccLedger[1];
    try (Database database =
        open(
            Path.of(args[0]),
            args[1],
            clients,
            Long.parseLong(args[3]),
            LOG,
            new LogParts(),
            tables)) {
      new TorturedTables(lines).serve(database, tables[0], clients);
    }
  }

  /**
   * Opens the database, and loads it if it is new.
   *
   * @param clients number of clients; the database has a worker for each client, and one more
   *     worker
   * @param tables receives the tables of the database
   */
  static Database open(
      Path directory,
      String protocol,
      int clients,
      long seed,
      LogSettings log,
      LogParts parts,
      TpccLedger[] tables) {
    TpccSettings settings =
        TpccSettings.of(1, TpccMix.STANDARD, seed).scaledDown(DISTRICTS, CUSTOMERS, ITEMS);
    return Database.open(
        directory,
        workers -> Protocols.named(protocol, workers),
        clients + 1,
        log,
        parts,
        opened -> tables[0] = new TpccLedger(opened, settings, clients));
  }

  static Worker worker(Database database, int number) {
    return database.worker(number, new ThreadPace(System::nanoTime));
  }

  private void serve(Database database, TpccLedger tables, int clients)
      throws IOException, InterruptedException {
    Worker reader = worker(database, clients);
    if (!tables.isLoaded()) {
      tables.load(reader);
      database.log().await();
    }
    for (String line : tables.broken(reader)) {
      say(BROKEN, line);
    }
    for (int client = 0; client < clients; client++) {
      say(LEDGER, client, tables.writes(client, reader));
    }
    say(Line.READY);
    List<Thread> threads = new ArrayList<>();
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String line = input.readLine();
    while (line != null && !line.equals(Line.CLOSE)) {
      for (int client = 0; client < clients; client++) {
        threads.add(start(client, tables.client(client, worker(database, client))));
      }
      line = input.readLine();
    }
    closing = true;
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private Thread start(int number, TpccLedger.Client client) {
    Thread thread =
        new Thread(
            () -> {
              while (!closing) {
                if (client.run()) {
                  say(ACK, number, client.writes());
                }
              }
            },
            "client " + number);
    thread.setUncaughtExceptionHandler(
        (failed, e) -> {
          e.printStackTrace();
          Runtime.getRuntime().halt(FAILED);
        });
    thread.start();
    return thread;
  }

  /**
   * Writes a line in one call, before the client begins its next transaction. The parent of a
   * killed child therefore knows all acknowledgements, except for at most one of each client.
   */
  private synchronized void say(Object... words) {
    try {
      output.write((Line.of(words) + '\n').getBytes(StandardCharsets.UTF_8));
      output.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("the parent has ended", e);
    }
  }
}
