package dev.yardmaster.proof.torture.soak;

import dev.yardmaster.proof.torture.BankHistory;
import dev.yardmaster.proof.torture.ChildProcess;
import dev.yardmaster.proof.torture.ErrorFiles;
import dev.yardmaster.proof.torture.Line;
import dev.yardmaster.proof.torture.TortureFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;

/**
 * Loads and disturbs a server in a child process. The run consists of several periods (stretches),
 * all on one data directory. In a stretch, clients load the server while disturbances affect the
 * clients and the server. At intervals, the load pauses for a check. The history must be correct,
 * and the process must not use clearly more resources than at the first check. After a stretch, the
 * process is ended under load, alternately by SIGKILL and SIGTERM. The next process must have all
 * acknowledged data.
 */
public final class Soak implements AutoCloseable {

  /** The maximum time until a server has started, or has answered a request, in ms. */
  private static final long ANSWER_TIMEOUT_MS = 60_000;

  /**
   * The time for which the server keeps the outcome of an id, in ms. A request may wait for its
   * answer and then for the start of the next server. A clock that is set forward ages the
   * request's id further. The next server must still know the outcome.
   */
  static final long RETENTION_MS = 2 * ANSWER_TIMEOUT_MS + 2 * Disturbances.MAX_STEP_MS;

  /**
   * The maximum number of kept outcomes. It is so low that the outcomes fit into the child's heap
   * on any machine.
   */
  private static final int MAX_OUTCOMES = 300_000;

  private static final long RELEASE_LOOK_NS = 500_000_000L;
  private static final int LAST_LOAD_MS = 500;
  private static final int LOOK_MS = 2;

  private final Path directory;
  private final ErrorFiles errors;
  private final SoakPlan plan;
  private final Class<?> serverMain;
  private final SplittableRandom random;
  private final NanoClock clock;
  private final Consumer<SoakTotals> progress;
  private final SoakLoad load;
  private final Disturbances disturbances;

  /** Whether the directory contains the accounts of an earlier run. */
  private final boolean continues;

  private ChildProcess process;
  private int stretches;
  private int checks;
  private Figures lastFigures;

  // The main thread and the thread that reads the child's output share the following fields, under
  // the lock of this object.

  private boolean listening;
  private Figures figures;
  private Boolean sound;
  private int endedForSpace;
  private String broken;

  /**
   * Creates a run that has not begun yet.
   *
   * @param directory the server's data directory, which must be empty if there is no earlier run
   * @param earlier the history of the earlier run that used the directory; if there is no earlier
   *     run, the history of a new bank
   * @param errors the files for the error output of the server's processes
   * @param serverMain the main class of the child, {@link SoakedServer} or a test's subclass
   * @param clock measures times and timeouts
   * @param progress runs at intervals, to report the progress
   */
  public Soak(
      Path directory,
      ErrorFiles errors,
      SoakPlan plan,
      Optional<BankHistory> earlier,
      Class<? extends SoakedServer> serverMain,
      SplittableRandom random,
      NanoClock clock,
      Consumer<SoakTotals> progress) {
    this.directory = directory;
    this.errors = errors;
    this.plan = plan;
    this.serverMain = serverMain;
    this.random = random;
    this.clock = clock;
    this.progress = progress;
    this.continues = earlier.isPresent();
    this.load = SoakLoad.of(plan, earlier.orElseGet(plan::newBank), random.split());
    this.disturbances = new Disturbances(load, plan, random.split(), line -> process.say(line));
  }

  /**
   * Runs all stretches, and then checks the data once more.
   *
   * @throws TortureFailure if a check fails
   */
  public SoakTotals run() throws IOException, InterruptedException {
    while (stretches < plan.stretches()) {
      start();
      if (stretches == 0 && !continues) {
        load.openAccounts();
      } else {
        checkHistory();
      }
      stretch();
      endUnderLoad(stretches % 2 == 0);
      stretches++;
    }
    start();
    checkHistory();
    int exitCode = process.end();
    if (exitCode != 0) {
      throw new TortureFailure("the server's process exited with code " + exitCode + errors.said());
    }
    return totals();
  }

  private void start() throws IOException, InterruptedException {
    synchronized (this) {
      listening = false;
    }
    process = new ChildProcess(serverMain, arguments(), errors.next(), this::hear);
    await("did not start", this::isListening);
  }

  private List<String> arguments() {
    List<String> arguments = new ArrayList<>(plan.service().words());
    arguments.add(directory.toString());
    arguments.add(Long.toString(plan.checkpointBytes()));
    arguments.add(Integer.toString(MAX_OUTCOMES));
    return arguments;
  }

  private void stretch() throws IOException, InterruptedException {
    long beganNs = clock.nanoTime();
    disturbUntil(beganNs + plan.warmUpNs());
    checkHistory();
    Figures first = measure();
    long endNs = beganNs + plan.stretchNs();
    long checkNs = clock.nanoTime() + plan.checkEveryNs();
    while (endNs - checkNs > plan.checkEveryNs() / 2) {
      disturbUntil(checkNs);
      check(first);
      checkNs = clock.nanoTime() + plan.checkEveryNs();
    }
    disturbUntil(endNs);
    while (!disturbances.allTookEffect()) {
      disturbances.run(clock.nanoTime());
      tick();
    }
    check(first);
  }

  private void disturbUntil(long untilNs) throws IOException, InterruptedException {
    load.begin();
    for (long nowNs = clock.nanoTime(); nowNs - untilNs < 0; nowNs = clock.nanoTime()) {
      disturbances.run(nowNs);
      tick();
    }
  }

  /** Ends the process while transactions are outstanding and a disturbance is active. */
  private void endUnderLoad(boolean kills) throws IOException, InterruptedException {
    load.begin();
    long beganNs = clock.nanoTime();
    long lengthNs = 1_000_000L * (1 + random.nextInt(LAST_LOAD_MS));
    disturbances.beginLasting(beganNs);
    while (clock.nanoTime() - beganNs < lengthNs) {
      disturbances.look(clock.nanoTime());
      tick();
    }
    load.server(DisturbedTransport.NO_SERVER);
    if (kills) {
      process.kill();
    } else {
      process.terminate();
    }
    load.pause();
    disturbances.processEnded();
  }

  /**
   * Checks the history and the use of resources.
   *
   * @param first the figures of this process at its first check
   */
  private void check(Figures first) throws IOException, InterruptedException {
    checkHistory();
    Figures now = measure();
    long beganNs = clock.nanoTime();
    Optional<String> grown = now.growthSince(first);
    while (grown.isPresent() && clock.nanoTime() - beganNs < plan.releaseNs()) {
      long lookNs = clock.nanoTime();
      await("is gone", () -> clock.nanoTime() - lookNs >= RELEASE_LOOK_NS);
      now = measure();
      grown = now.growthSince(first);
    }
    if (grown.isPresent()) {
      throw new TortureFailure("since the first check of this process " + grown.get());
    }
  }

  /**
   * Ends all disturbances, and waits until all outcomes are known. Then every client must commit a
   * transaction, and all accounts must match the model.
   */
  private void checkHistory() throws IOException, InterruptedException {
    load.pause();
    disturbances.calm();
    awaitSound();
    await("did not answer all transactions", load::isSettled);
    await("did not accept all connections", load::isConnected);
    load.probe();
    await("did not commit a transaction of every client", load::isSettled);
    load.checkAccounts();
    checks++;
  }

  /** Waits until a server listens that will not end for lack of disk space. */
  private void awaitSound() throws IOException, InterruptedException {
    long beganNs = clock.nanoTime();
    Boolean answer = null;
    while (answer == null || !answer) {
      synchronized (this) {
        sound = null;
      }
      process.say(SoakLine.SOUND);
      await("did not answer", () -> isSound() != null);
      answer = isSound();
      if (clock.nanoTime() - beganNs > TimeUnit.MILLISECONDS.toNanos(ANSWER_TIMEOUT_MS)) {
        throw new TortureFailure("the server did not start again in time" + errors.said());
      }
    }
  }

  private synchronized Boolean isSound() {
    return sound;
  }

  private Figures measure() throws IOException, InterruptedException {
    synchronized (this) {
      figures = null;
    }
    process.say(SoakLine.MEASURE);
    await("did not measure itself", () -> present() != null);
    lastFigures = present();
    return lastFigures;
  }

  private synchronized Figures present() {
    return figures;
  }

  private synchronized boolean isListening() {
    return listening;
  }

  private void await(String what, BooleanSupplier there) throws IOException, InterruptedException {
    long beganNs = clock.nanoTime();
    while (!there.getAsBoolean()) {
      tick();
      if (clock.nanoTime() - beganNs > TimeUnit.MILLISECONDS.toNanos(ANSWER_TIMEOUT_MS)) {
        throw new TortureFailure("the server " + what + " in time" + errors.said());
      }
    }
  }

  /**
   * Waits a moment while the load continues; fails if a violation was found or the process has
   * ended.
   */
  private void tick() throws IOException, InterruptedException {
    load.refill();
    Optional<String> wrong = load.broken();
    if (wrong.isPresent()) {
      throw new TortureFailure(wrong.get());
    }
    synchronized (this) {
      if (broken != null) {
        throw new TortureFailure(broken + errors.said());
      }
    }
    if (!process.isAlive()) {
      throw new TortureFailure("the server's process ended by itself" + errors.said());
    }
    progress.accept(totals());
    Thread.sleep(LOOK_MS);
  }

  /** Processes a line from the child; called on the reader's thread. */
  private void hear(String line) {
    String[] words = Line.words(line);
    synchronized (this) {
      switch (words[0]) {
        case Line.READY -> {
          load.server(Integer.parseInt(words[1]));
          listening = true;
        }
        case SoakLine.FULL -> {
          endedForSpace += listening ? 1 : 0;
          listening = false;
          load.server(DisturbedTransport.NO_SERVER);
        }
        case SoakLine.SOUND -> sound = Boolean.valueOf(words[1]);
        case SoakLine.EFFECTS -> disturbances.heard(Effects.parse(words));
        case SoakLine.MEASURED -> figures = Figures.parse(words);
        default -> broken = "the server failed: " + line;
      }
    }
  }

  private SoakTotals totals() {
    int ended;
    synchronized (this) {
      ended = endedForSpace;
    }
    return new SoakTotals(
        stretches,
        load.committed(),
        load.aborted(),
        load.refused(),
        load.repeats(),
        checks,
        disturbances.counts(),
        ended,
        lastFigures);
  }

  /**
   * Returns the history. After {@link #run} has returned, the balances of the model are verified:
   * every account was compared with its balance.
   */
  public BankHistory history() {
    return load.history();
  }

  /** Closes the clients, and kills the child if it is still running. */
  @Override
  public void close() {
    if (process != null) {
      process.close();
    }
    load.close();
  }
}
