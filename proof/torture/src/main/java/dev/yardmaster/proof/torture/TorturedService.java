package dev.yardmaster.proof.torture;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.service.Engine;
import dev.yardmaster.engine.service.EngineService;
import dev.yardmaster.processor.Durability;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.Storage;
import dev.yardmaster.workloads.smallbank.Receipt;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The child process: a durable service that reads transactions from its standard input and writes
 * the outcomes to its standard output. The process ends after a {@code close} line, at the end of
 * its input, or when it is killed.
 */
public final class TorturedService {

  /**
   * The length of a segment of the log, in bytes. The length is small, so that segments and
   * checkpoints begin frequently.
   */
  private static final long SEGMENT_BYTES = 1 << 16;

  private static final long CHECKPOINT_BYTES = 1 << 18;
  private static final int LOSS_MS = 20;
  private static final long OPENING_CENTS = Torture.OPENING_CENTS;
  private static final int ACCOUNTS_AT_ONCE = 50;

  /** The argument for a service that takes no backups and has no archive. */
  private static final String NO_COPIES = "none";

  /** Writes a backup of the service to a new directory. */
  private interface BackupWriter {
    void write(Path to) throws IOException;
  }

  private final TransactionService service;
  private final BackupWriter backup;
  private final Optional<Copies> copies;
  private final InputStream requests;
  private final Writer output;
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

  private TorturedService(
      TransactionService service,
      BackupWriter backup,
      Optional<Copies> copies,
      InputStream requests,
      OutputStream output) {
    this.service = service;
    this.backup = backup;
    this.copies = copies;
    this.requests = requests;
    this.output = new BufferedWriter(new OutputStreamWriter(output, StandardCharsets.UTF_8));
  }

  /**
   * Returns the arguments for the child's main method.
   *
   * @param copies the folder for backups and archive; empty if the child takes no backups
   */
  static List<String> arguments(Path directory, BankService service, Optional<Copies> copies) {
    List<String> arguments = new ArrayList<>(service.words());
    arguments.add(directory.toString());
    arguments.add(copies.map(some -> some.folder().toString()).orElse(NO_COPIES));
    return arguments;
  }

  /** Runs the service with the arguments that {@link #arguments} returns. */
  public static void main(String[] args) throws IOException {
    OutputStream lines = Line.reserveOutput();
    BankService kind = BankService.of(List.of(args));
    Path directory = Path.of(args[BankService.WORDS]);
    String copied = args[BankService.WORDS + 1];
    Optional<Copies> copies =
        copied.equals(NO_COPIES) ? Optional.empty() : Optional.of(new Copies(Path.of(copied)));
    if (kind.isPipeline()) {
      try (Pipeline pipeline = Pipeline.start(pipeline(directory, kind, copies))) {
        new TorturedService(pipeline, pipeline::backup, copies, System.in, lines).serve();
      }
    } else {
      try (EngineService engine = Engine.open(engine(directory, kind))) {
        new TorturedService(engine, engine::backup, copies, System.in, lines).serve();
      }
    }
  }

  private static PipelineConfig pipeline(
      Path directory, BankService kind, Optional<Copies> copies) {
    Durability durability = Durability.in(directory).withLengths(SEGMENT_BYTES, CHECKPOINT_BYTES);
    if (kind.durability().equals("async")) {
      durability = durability.async(LOSS_MS);
    }
    if (copies.isPresent()) {
      durability = durability.archivedTo(copies.get().archive());
    }
    return PipelineConfig.builder()
        .durability(durability)
        .storage(kind.storage().equals("disk") ? Storage.DISK : Storage.MEMORY)
        .build();
  }

  private static EngineConfig engine(Path directory, BankService kind) {
    return EngineConfig.builder()
        .protocol(kind.engine())
        .directory(directory)
        .segmentBytes(SEGMENT_BYTES)
        .checkpointBytes(CHECKPOINT_BYTES)
        .build();
  }

  private void serve() throws IOException {
    BankRequest.PROCEDURES.forEach(service::register);
    Thread writer = new Thread(this::writeAnswers, "answers");
    writer.setDaemon(true);
    writer.start();
    answers.add(Line.READY);
    BufferedReader input =
        new BufferedReader(new InputStreamReader(requests, StandardCharsets.UTF_8));
    String line = input.readLine();
    while (line != null && !line.equals(Line.CLOSE)) {
      take(Line.words(line));
      line = input.readLine();
    }
  }

  private void writeAnswers() {
    try {
      while (true) {
        String answer = answers.poll();
        if (answer == null) {
          output.flush();
          answer = answers.take();
        }
        output.write(answer);
        output.write('\n');
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the parent has ended", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void take(String[] words) {
    switch (words[0]) {
      case Line.SUBMIT -> submit(BankRequest.parse(words));
      case Line.STATUS -> ask(TransactionId.parse(words[1]));
      case Line.OPEN -> open(Integer.parseInt(words[1]));
      case Line.BALANCES -> reportBalances(Integer.parseInt(words[1]));
      case Line.BACKUP -> beginBackup(Integer.parseInt(words[1]));
      default -> throw new IllegalArgumentException("unknown word: " + words[0]);
    }
  }

  private void beginBackup(int number) {
    Path to = copies.orElseThrow().backup(number);
    Thread thread = new Thread(() -> answers.add(backUp(number, to)), "backup");
    thread.setDaemon(true);
    thread.start();
  }

  private String backUp(int number, Path to) {
    try {
      backup.write(to);
      return Line.of(Line.BACKUP, number, Line.DONE);
    } catch (IOException | YardmasterException e) {
      return Line.of(Line.BACKUP, number, Line.FAILED, e);
    }
  }

  private void submit(BankRequest call) {
    var unused =
        call.submit(service)
            .thenAccept(outcome -> answers.add(answer(Line.ANSWER, call.id(), outcome)));
  }

  private static String answer(String kind, TransactionId id, Outcome<?> outcome) {
    if (outcome instanceof Outcome.Committed<?> committed) {
      Receipt receipt = (Receipt) committed.value();
      return Line.of(
          kind,
          id,
          Line.COMMITTED,
          committed.commitVersion(),
          receipt.changeCents(),
          receipt.balanceCents());
    }
    if (outcome instanceof Outcome.Aborted<?>) {
      return Line.of(kind, id, Line.ABORTED);
    }
    ErrorCode code = outcome.error().code();
    return code == ErrorCode.ID_ABORTED
        ? Line.of(kind, id, Line.NEVER)
        : Line.of(kind, id, Line.NONE, code);
  }

  private void ask(TransactionId id) {
    var unused =
        service
            .status(id)
            .thenAccept(
                outcome ->
                    answers.add(
                        answer(
                            Line.STATUS,
                            id,
                            outcome instanceof Outcome.Committed<TransactionStatus> status
                                ? status.value().outcome()
                                : outcome)));
  }

  /**
   * Opens the accounts. The parent repeats this request until it succeeds, and sends no other
   * request before the success.
   */
  private void open(int customers) {
    for (int customer = 0; customer < customers; customer++) {
      service
          .submit(
              OneShot.builder()
                  .putLong(checking(customer), OPENING_CENTS)
                  .putLong(savings(customer), OPENING_CENTS)
                  .build())
          .toCompletableFuture()
          .join()
          .valueOrThrow();
    }
    answers.add(Line.OPENED);
  }

  private void reportBalances(int customers) {
    for (int first = 0; first < customers; first += ACCOUNTS_AT_ONCE) {
      int end = Math.min(customers, first + ACCOUNTS_AT_ONCE);
      OneShot.Builder reads = OneShot.builder();
      for (int customer = first; customer < end; customer++) {
        reads.read(checking(customer)).read(savings(customer));
      }
      OneShot.Result found =
          service.submit(reads.build()).toCompletableFuture().join().valueOrThrow();
      for (int customer = first; customer < end; customer++) {
        answers.add(
            Line.of(
                Line.BALANCE,
                customer,
                found.getLong(checking(customer)),
                found.getLong(savings(customer))));
      }
    }
    answers.add(Line.BALANCES);
  }

  private static Key checking(int customer) {
    return Key.of("checking", customer);
  }

  private static Key savings(int customer) {
    return Key.of("savings", customer);
  }
}
