package dev.yardmaster.proof.torture;

import dev.yardmaster.processor.PipelineNumbers;
import dev.yardmaster.server.cli.values.WholeNumberRange;
import dev.yardmaster.server.cli.values.WholeNumberRange.Of;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** The options of commands that run a bank on a durable service in another process. */
public final class DurableBankOptions {

  /** The number of customers. */
  @Of(value = "customers", least = 2, most = 10_000_000)
  static final class Customers extends WholeNumberRange {}

  /** The number of outstanding transactions. */
  static final class Concurrency extends WholeNumberRange {
    Concurrency() {
      super(PipelineNumbers.CONCURRENCY);
    }
  }

  /** The durability mode: whether a commit is on disk before its answer. */
  static final class Durability implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      if (text.equals("sync") || text.equals("async")) {
        return text;
      }
      throw new TypeConversionException("'" + text + "' is not a durability: sync, async");
    }
  }

  /** The place where the service keeps its data. */
  static final class Place implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      if (text.equals("memory") || text.equals("disk")) {
        return text;
      }
      throw new TypeConversionException("'" + text + "' is not a storage: memory, disk");
    }
  }

  /** The service that runs the transactions. */
  static final class Engine implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      if (BankService.engines().contains(text)) {
        return text;
      }
      throw new TypeConversionException(
          "'" + text + "' is not an engine: " + String.join(", ", BankService.engines()));
    }
  }

  @Option(
      names = "--engine",
      paramLabel = "<name>",
      converter = Engine.class,
      defaultValue = "pipeline",
      description =
          "What runs the transactions: the pipeline, or the in-process engine with the concurrency"
              + " control of this name, for example plor. The control must lock what a transaction"
              + " reads, because the checks need commit versions in the serial order.")
  private String engine;

  @Option(
      names = "--durability",
      paramLabel = "<mode>",
      converter = Durability.class,
      defaultValue = "sync",
      description =
          "sync: a commit is on disk before it is answered; async: a commit has been written to"
              + " the operating system, which keeps it when the process ends. An engine has only"
              + " sync.")
  private String durability;

  @Option(
      names = "--storage",
      paramLabel = "<place>",
      converter = Place.class,
      defaultValue = "memory",
      description =
          "memory: all data are in memory; disk: they are in a table on disk. An engine has only"
              + " memory.")
  private String storage;

  @Option(
      names = "--customers",
      paramLabel = "<n>",
      converter = Customers.class,
      defaultValue = "500",
      description = "The bank's customers; ${RANGE}.")
  private int customers;

  @Option(
      names = "--concurrency",
      paramLabel = "<n>",
      converter = Concurrency.class,
      defaultValue = "300",
      description = "Outstanding transactions; ${RANGE}.")
  private int concurrency;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "The data directory. The directory must be empty, and is kept if a check fails. Default:"
              + " reports/${COMMAND-NAME} under the current folder, which is emptied first.")
  private Path data;

  @Option(
      names = "--keep",
      description = "Keep the data directory and its copies at the end. Default: they are removed.")
  private boolean keep;

  /**
   * Returns the service that runs the bank.
   *
   * @throws ParameterException if the engine does not have the durability or the storage
   */
  public BankService service(CommandLine command) {
    try {
      return new BankService(engine, durability, storage);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command, e.getMessage(), e);
    }
  }

  /** Returns the number of customers. */
  public int customers() {
    return customers;
  }

  /** Returns the number of outstanding transactions. */
  public int concurrency() {
    return concurrency;
  }

  /** Removes a data directory and its copies, unless the user wants to keep them. */
  public void deleteUnlessKept(Path directory) throws IOException {
    if (!keep) {
      Copies.delete(directory);
      Copies.delete(Copies.of(directory).folder());
    }
  }

  /**
   * Returns the empty data directory.
   *
   * @throws ParameterException if the directory is not empty or cannot be created
   */
  public Path directory(CommandLine command) {
    try {
      if (data == null) {
        Path directory = Path.of("reports", command.getCommandName());
        Copies.delete(directory);
        Copies.delete(Copies.of(directory).folder());
        return Files.createDirectories(directory);
      }
      requireEmpty(command, Files.createDirectories(data));
      if (Files.exists(Copies.of(data).folder())) {
        requireEmpty(command, Copies.of(data).folder());
      }
      return data;
    } catch (IOException e) {
      throw new ParameterException(command, "--data: " + e, e);
    }
  }

  /**
   * Returns the data directory that an earlier run has kept, for {@code --continue}.
   *
   * @throws ParameterException if the user did not name it
   */
  public Path keptDirectory(CommandLine command) {
    if (data == null) {
      throw new ParameterException(command, "--continue needs --data=DIR of the earlier run");
    }
    return data;
  }

  /**
   * Returns the history that the earlier run has written next to its data directory.
   *
   * @throws ParameterException if there is no such history, or if its bank has another number of
   *     customers
   */
  public BankHistory keptHistory(CommandLine command, Path directory) {
    try {
      BankHistory history = BankHistory.read(Copies.of(directory).balances());
      if (history.model().customers() != customers) {
        throw new ParameterException(
            command,
            "--customers=%d: the bank in %s has %d customers"
                .formatted(customers, directory, history.model().customers()));
      }
      return history;
    } catch (IOException e) {
      throw new ParameterException(
          command, "--continue: not a directory that a complete run has kept: " + e, e);
    }
  }

  /**
   * If the user wants to keep the data directory, writes the history to a file that {@link
   * #keptHistory} reads in a later run.
   */
  public void writeIfKept(Path directory, BankHistory history) throws IOException {
    if (keep) {
      history.write(Copies.of(directory).balances());
    }
  }

  private static void requireEmpty(CommandLine command, Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      if (files.findAny().isPresent()) {
        throw new ParameterException(command, "--data: the directory is not empty: " + directory);
      }
    }
  }
}
