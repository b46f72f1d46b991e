package dev.yardmaster.benchmarks.torture;

import dev.yardmaster.proof.torture.ErrorFiles;
import dev.yardmaster.proof.torture.KilledChild;
import dev.yardmaster.proof.torture.TortureFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;

/**
 * Runs TPC-C on a database with typed tables in a child process, kills the child at random times,
 * and checks the tables when the database is opened again. No acknowledged transaction may be
 * missing, no transaction may have survived in part, and TPC-C's consistency conditions must hold.
 */
public final class TablesTorture implements AutoCloseable {

  private static final long ANSWER_TIMEOUT_NS = 120_000_000_000L;
  private static final int MAX_LOAD_MS = 600;

  /** One in this number of kills happens while the database is being opened. */
  private static final int ONE_IN_START = 6;

  /**
   * The settings of a run.
   *
   * @param directory the data directory, which is empty or does not exist
   * @param protocol name of the concurrency control
   * @param clients number of clients, each on its own thread; 1 or more
   * @param seed seed of the transactions and of the times of the kills
   */
  public record Plan(Path directory, String protocol, int clients, long seed) {}

  /**
   * The totals of a run so far.
   *
   * @param kills number of kills of the child
   * @param inStart number of kills that took place before the child was ready
   * @param acknowledged number of acknowledged transactions that wrote
   * @param unanswered number of transactions that survived a kill without an acknowledgement
   * @param longestStartMs longest time that a child needed to open the database and to check its
   *     tables, in ms
   */
  public record Totals(
      int kills, int inStart, long acknowledged, long unanswered, long longestStartMs) {}

  private final Plan plan;
  private final KilledChild child;
  private final Consumer<Path> afterKill;
  private final Consumer<Totals> progress;
  private final SplittableRandom random;

  // The thread that reads the child's output and the main thread share the following fields, under
  // the child's lock.

  /**
   * For each client, the number of writing transactions that the parent must find in the tables.
   */
  private final long[] acknowledged;

  private long acks;
  private long unanswered;

  /**
   * Creates a run that has not begun yet.
   *
   * @param errors the files for the error output of the child's processes
   * @param clock the clock that measures timeouts of waits
   * @param afterKill receives the data directory after each kill; a test can damage it
   * @param progress is called after every kill
   */
  public TablesTorture(
      Plan plan,
      ErrorFiles errors,
      NanoClock clock,
      Consumer<Path> afterKill,
      Consumer<Totals> progress) {
    this.plan = plan;
    child = new KilledChild(TorturedTables.class, errors, clock, ANSWER_TIMEOUT_NS, this::hear);
    this.afterKill = afterKill;
    this.progress = progress;
    random = new SplittableRandom(plan.seed());
    acknowledged = new long[plan.clients()];
  }

  /**
   * Kills the child {@code count} times, and starts it again each time. Then starts the child once
   * more, checks its tables, and closes it.
   *
   * @throws TortureFailure if a check fails
   */
  public Totals run(int count) throws IOException, InterruptedException {
    while (child.kills() < count) {
      start();
      // The child is not killed during the first opening of the database, because this opening
      // loads the tables in more than one transaction.
      if (child.kills() > 0 && random.nextInt(ONE_IN_START) == 0) {
        child.pause(random.nextInt((int) child.longestStartMs() + 1));
      } else {
        child.awaitStart();
        child.say(TorturedTables.WORK);
        child.pause(random.nextInt(MAX_LOAD_MS));
      }
      child.kill();
      afterKill.accept(plan.directory());
      progress.accept(totals());
    }
    start();
    child.awaitStart();
    child.end();
    return totals();
  }

  private void start() throws IOException {
    child.start(
        TorturedTables.arguments(plan.directory(), plan.protocol(), plan.clients(), plan.seed()));
  }

  private Totals totals() {
    synchronized (child) {
      return new Totals(
          child.kills(), child.killsInStart(), acks, unanswered, child.longestStartMs());
    }
  }

  // The thread that reads the child's output calls the following methods.

  private String hear(String[] words) {
    switch (words[0]) {
      case TorturedTables.BROKEN ->
          child.breaks(String.join(" ", Arrays.asList(words).subList(1, words.length)));
      case TorturedTables.LEDGER -> compare(Integer.parseInt(words[1]), Long.parseLong(words[2]));
      case TorturedTables.ACK -> acknowledge(Integer.parseInt(words[1]), words[2]);
      default -> child.breaks("the child sent an unknown word: " + words[0]);
    }
    return null;
  }

  /**
   * Compares the number of each client's transactions in the ledger with the number that was
   * acknowledged.
   */
  private void compare(int client, long writes) {
    long least = acknowledged[client];
    // A client waits for each outcome, so at most one of its transactions may be in flight at a
    // kill.
    if (writes < least || writes > least + 1) {
      child.breaks(
          "client %d has %d transactions in the tables, but %d were acknowledged, and at most one"
                  .formatted(client, writes, least)
              + " was in flight");
    }
    unanswered += writes - least;
    acknowledged[client] = writes;
  }

  private void acknowledge(int client, String writes) {
    acknowledged[client]++;
    acks++;
    if (Long.parseLong(writes) != acknowledged[client]) {
      child.breaks(
          "client "
              + client
              + " acknowledged "
              + writes
              + ", not "
              + Arrays.toString(acknowledged));
    }
  }

  /** Kills the child if it is still running. */
  @Override
  public void close() {
    child.close();
  }
}
