package dev.yardmaster.benchmarks.torture;

import dev.yardmaster.proof.torture.ChildProcess;
import dev.yardmaster.proof.torture.ErrorFiles;
import dev.yardmaster.proof.torture.Line;
import dev.yardmaster.proof.torture.TortureFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
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

  /** One kill out of this number takes place while the database is being opened. */
  private static final int ONE_IN_START = 6;

  /**
   * What a run does.
   *
   * @param directory the data directory, which is empty or does not exist
   * @param protocol name of the concurrency control
   * @param clients number of clients, each on a thread of its own; 1 or more
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
  private final ErrorFiles errors;
  private final NanoClock clock;
  private final Consumer<Path> afterKill;
  private final Consumer<Totals> progress;
  private final SplittableRandom random;
  private ChildProcess process;

  // The thread that reads the child's output and the main thread share the following fields, under
  // the lock of this object.

  /**
   * For each client, the number of writing transactions that the parent must find in the tables.
   */
  private final long[] acknowledged;

  private boolean ready;
  private String broken;
  private int kills;
  private int inStart;
  private long acks;
  private long unanswered;
  private long longestStartNs;

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
    this.errors = errors;
    this.clock = clock;
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
    while (kills < count) {
      start();
      // The child is not killed while it opens the database for the first time, because it then
      // loads the tables in more than one transaction.
      if (kills > 0 && random.nextInt(ONE_IN_START) == 0) {
        int mostMs = (int) TimeUnit.NANOSECONDS.toMillis(longestStartNs) + 1;
        pause(random.nextInt(mostMs));
      } else {
        awaitStart();
        process.say(TorturedTables.WORK);
        pause(random.nextInt(MAX_LOAD_MS));
      }
      kill();
    }
    start();
    awaitStart();
    int exitCode = process.end();
    throwIfBroken();
    if (exitCode != 0) {
      throw new TortureFailure("the child exited with code " + exitCode + errors.said());
    }
    return totals();
  }

  private void start() throws IOException {
    synchronized (this) {
      ready = false;
    }
    process =
        new ChildProcess(
            TorturedTables.class,
            TorturedTables.arguments(
                plan.directory(), plan.protocol(), plan.clients(), plan.seed()),
            errors.next(),
            this::hear);
  }

  private void awaitStart() throws InterruptedException, IOException {
    long beganNs = clock.nanoTime();
    await("did not start", () -> ready);
    longestStartNs = Math.max(longestStartNs, clock.nanoTime() - beganNs);
  }

  private void pause(int ms) throws InterruptedException {
    long beganNs = clock.nanoTime();
    while (clock.nanoTime() - beganNs < TimeUnit.MILLISECONDS.toNanos(ms)) {
      Thread.sleep(1);
      throwIfBroken();
    }
  }

  private void kill() throws InterruptedException, IOException {
    boolean died = !process.isAlive();
    process.kill();
    throwIfBroken();
    synchronized (this) {
      if (died) {
        throw new TortureFailure("the child ended by itself" + errors.said());
      }
      kills++;
      inStart += ready ? 0 : 1;
    }
    afterKill.accept(plan.directory());
    progress.accept(totals());
  }

  private void await(String what, BooleanSupplier there) throws InterruptedException, IOException {
    long beganNs = clock.nanoTime();
    while (true) {
      boolean alive = process.isAlive();
      synchronized (this) {
        if (there.getAsBoolean()) {
          return;
        }
      }
      throwIfBroken();
      if (!alive || clock.nanoTime() - beganNs > ANSWER_TIMEOUT_NS) {
        throw new TortureFailure(
            "the child " + what + (alive ? " in time" : ": it has ended") + errors.said());
      }
      Thread.sleep(1);
    }
  }

  private synchronized void throwIfBroken() {
    if (broken != null) {
      throw new TortureFailure(broken);
    }
  }

  private synchronized Totals totals() {
    return new Totals(
        kills, inStart, acks, unanswered, TimeUnit.NANOSECONDS.toMillis(longestStartNs));
  }

  // The thread that reads the child's output calls the following methods.

  private synchronized void hear(String line) {
    String[] words = Line.words(line);
    try {
      switch (words[0]) {
        case Line.READY -> ready = true;
        case TorturedTables.BROKEN ->
            breaks(line.substring(TorturedTables.BROKEN.length()).strip());
        case TorturedTables.LEDGER -> compare(Integer.parseInt(words[1]), Long.parseLong(words[2]));
        case TorturedTables.ACK -> acknowledge(Integer.parseInt(words[1]), words[2]);
        default -> breaks("the child sent an unknown word: " + words[0]);
      }
    } catch (RuntimeException e) {
      breaks("the child sent a malformed line: " + line + " (" + e + ")");
    }
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
      breaks(
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
      breaks(
          "client "
              + client
              + " acknowledged "
              + writes
              + ", not "
              + Arrays.toString(acknowledged));
    }
  }

  private void breaks(String what) {
    if (broken == null) {
      broken = what;
    }
  }

  /** Kills the child if it is still running. */
  @Override
  public void close() {
    if (process != null) {
      process.close();
    }
  }
}
