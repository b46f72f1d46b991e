package dev.yardmaster.proof.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The committed transactions of a bank. A {@link BankModel} runs them in commit order. The object
 * stores only the transactions that the model has not run yet, and the transactions that the model
 * has run since {@link #mark}. This class is not thread-safe.
 */
public final class BankHistory {

  private final BankModel model;
  private final TreeMap<Long, Ended> waiting = new TreeMap<>();
  private long ranThrough;

  /** The state at the last {@link #mark}; null before the first call. */
  private BankModel marked;

  /** The transactions that the model has run since the last mark, in commit order. */
  private final List<Ended> sinceMark = new ArrayList<>();

  /**
   * Creates a history without transactions. The given model must have the state of the bank before
   * its first transaction.
   */
  public BankHistory(BankModel model) {
    this.model = model;
  }

  /**
   * Reads the state and version of a history from a file that {@link #write} has written; the file
   * does not contain transactions.
   *
   * @throws IOException if the file cannot be read or has another format
   */
  public static BankHistory read(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    try {
      BankHistory history = new BankHistory(new BankModel(lines.subList(1, lines.size())));
      history.ranThrough = Long.parseLong(lines.get(0));
      return history;
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new IOException(file + " does not contain a bank's balances: " + e.getMessage(), e);
    }
  }

  /**
   * Writes the state after all transactions that the model has run, and the highest commit version.
   */
  public void write(Path file) throws IOException {
    List<String> lines = new ArrayList<>(List.of(Long.toString(ranThrough)));
    lines.addAll(model.balances());
    Files.createDirectories(file.getParent());
    Files.write(file, lines);
  }

  /** Returns the state after all transactions that the model has run. */
  public BankModel model() {
    return model;
  }

  /**
   * Adds a committed transaction. If the commit version of the added transaction cannot be correct,
   * the method returns a text that describes the error.
   */
  public Optional<String> add(Ended ended) {
    long version = ended.reply().version();
    Ended other = waiting.put(version, ended);
    if (other != null) {
      return Optional.of(
          ended.call() + " and " + other.call() + " have one commit version: " + version);
    }
    return version > ranThrough
        ? Optional.empty()
        : Optional.of(
            ended.call()
                + " has commit version "
                + version
                + ", but began after the answer with version "
                + ranThrough);
  }

  /**
   * Runs the transactions up to the version {@code through} on the model. The caller must not add a
   * transaction with such a version later. If the receipt of one of these transactions is wrong,
   * the method returns a text that describes the first error.
   */
  public Optional<String> run(long through) {
    Optional<String> wrong = Optional.empty();
    while (!waiting.isEmpty() && waiting.firstKey() <= through) {
      Map.Entry<Long, Ended> next = waiting.pollFirstEntry();
      ranThrough = next.getKey();
      Optional<String> error = run(model, next.getValue());
      wrong = wrong.isPresent() ? wrong : error;
      if (marked != null) {
        sinceMark.add(next.getValue());
      }
    }
    return wrong;
  }

  /**
   * Runs a committed transaction on a model. If the transaction's receipt is wrong, the method
   * returns a text that describes the error.
   */
  static Optional<String> run(BankModel model, Ended ended) {
    BankReply reply = ended.reply();
    return model
        .run(ended.call(), reply.changeCents(), reply.balanceCents())
        .map(wrong -> "at commit version " + reply.version() + ", " + wrong);
  }

  /**
   * Stores a copy of the present state; after this call, also stores the transactions that the
   * model runs.
   */
  void mark() {
    marked = model.copy();
    sinceMark.clear();
  }

  /** Returns the transactions that the model has run since the mark, in commit order. */
  List<Ended> sinceMark() {
    return sinceMark;
  }

  /**
   * Returns the state after the transactions up to a version; the version must not be below the
   * mark.
   */
  BankModel stateAt(long version) {
    BankModel state = marked.copy();
    for (Ended ended : sinceMark) {
      if (ended.reply().version() <= version) {
        Optional<String> unused = run(state, ended);
      }
    }
    return state;
  }
}
