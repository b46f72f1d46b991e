package dev.yardmaster.proof.torture;

import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionIds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;

/**
 * Runs the bank on a durable service in a child process, kills the child at random times, and
 * checks its answers against its data. No acknowledged transaction may be missing, no transaction
 * may commit twice, and an id must always have the same outcome. Every account, and the sum of all
 * accounts, must follow from the committed transactions. The class is long because killing the
 * child and checking its answers share one state.
 */
public final class Torture implements AutoCloseable {

  /** The opening balance of every account. */
  public static final long OPENING_CENTS = 1_000_000;

  private static final long ANSWER_TIMEOUT_NS = 60_000_000_000L;
  private static final int MAX_LOAD_MS = 1_000;
  private static final int FIRST_START_MS = 1_000;
  private static final int REPEATED_EACH_LIFE = 50;
  private static final int MAX_SAMPLE = 10_000;

  /**
   * The maximum time, in ns, from the start of a backup to a kill that is meant to interrupt it.
   */
  private static final int MAX_CUT_MS = 30;

  private final Path directory;
  private final ErrorFiles errors;
  private final BankService service;
  private final int outstanding;
  private final SplittableRandom random;

  /** Random numbers for the reader's thread, which uses them under this object's lock. */
  private final SplittableRandom randomOfCalls;

  private final NanoClock clock;
  private final TransactionIds ids;
  private final BankModel model;
  private final Copies copies;
  private final Consumer<TortureTotals> progress;

  private ChildProcess process;

  // The reader's thread and the main thread share the following fields, under the lock of this
  // object.

  private final Map<TransactionId, BankRequest> open = new LinkedHashMap<>();
  private final Map<TransactionId, BankRequest> unknown = new LinkedHashMap<>();

  /** The transactions that were submitted a second time, with their first outcomes. */
  private final Map<TransactionId, Reply> repeated = new HashMap<>();

  /** Some of the transactions that have an outcome; they will be submitted a second time. */
  private final List<Ended> sample = new ArrayList<>();

  private final BankHistory history;
  private final Backups backups;

  private boolean loading;
  private boolean ready;
  private boolean opened;
  private boolean accountsOpen;
  private boolean balancesReported;
  private String broken;
  private long newestVersion;
  private int kills;
  private int inStart;
  private long answered;
  private long committed;
  private long unknownAtKill;
  private long asked;
  private long askedCommitted;
  private long repeats;
  private long longestStartNs;

  /**
   * Creates a run that has not begun yet.
   *
   * @param directory the child's data directory, which must be empty; {@link Copies#of} returns the
   *     folder of its archive and backups
   * @param errors the files for the error output of the child's processes
   * @param service the service that the child runs
   * @param customers number of customers; 2 or more
   * @param outstanding number of transactions in flight
   * @param restoring restores backups
   * @param clock the clock that measures timeouts of waits
   * @param progress runs after every kill
   */
  public Torture(
      Path directory,
      ErrorFiles errors,
      BankService service,
      int customers,
      int outstanding,
      SplittableRandom random,
      Restoring restoring,
      NanoClock clock,
      Consumer<TortureTotals> progress) {
    this.directory = directory;
    this.errors = errors;
    this.service = service;
    this.outstanding = outstanding;
    this.random = random;
    this.randomOfCalls = random.split();
    this.clock = clock;
    this.progress = progress;
    this.ids = TransactionIds.ofThisMachine();
    this.model = new BankModel(customers, OPENING_CENTS);
    this.history = new BankHistory(model);
    this.copies = Copies.of(directory);
    this.backups =
        new Backups(
            directory,
            service.isPipeline(),
            restoring,
            new RestoredBank(
                service, new ErrorFiles(errors.folder().resolve("restored")), random.split()),
            random.split(),
            clock);
  }

  /**
   * Kills the child {@code count} times. Then it checks the child's data and a backup once more,
   * and ends the child.
   *
   * @throws TortureFailure if a check fails
   */
  public TortureTotals run(int count) throws IOException, InterruptedException {
    while (kills < count) {
      boolean duringStart = random.nextInt(8) == 0;
      start();
      if (duringStart) {
        // The limit is high, because a process can damage its data only after it has started.
        int mostMs = (int) Math.max(FIRST_START_MS, longestStartNs / 1_000_000);
        pause(mostMs / 3 + random.nextInt(mostMs));
        kill();
        continue;
      }
      awaitStart();
      if (random.nextInt(8) > 0) {
        settle();
        if (backups.isComplete() && random.nextBoolean()) {
          checkBackup();
        }
        load(random.nextInt(MAX_LOAD_MS));
      } else {
        // Kills the child while it answers queries about transactions from before the last kill.
        askForUnknown();
        pause(random.nextInt(20));
      }
      kill();
    }
    start();
    awaitStart();
    settle();
    if (backups.mayBegin()) {
      beginBackup();
      awaitBackup();
    }
    checkBackup();
    int exitCode = process.end();
    if (exitCode != 0) {
      throw new TortureFailure("the child exited with code " + exitCode + errors.said());
    }
    return totals();
  }

  private void start() throws IOException {
    synchronized (this) {
      ready = false;
      opened = false;
    }
    process =
        new ChildProcess(
            TorturedService.class,
            TorturedService.arguments(directory, service, Optional.of(copies)),
            errors.next(),
            this::hear);
  }

  private void awaitStart() throws InterruptedException, IOException {
    long beganNs = clock.nanoTime();
    await("did not start", () -> ready);
    longestStartNs = Math.max(longestStartNs, clock.nanoTime() - beganNs);
    if (!accountsOpen) {
      process.say(Line.of(Line.OPEN, model.customers()));
      await("did not open the accounts", () -> opened);
      accountsOpen = true;
    }
  }

  /**
   * Finds out all unknown outcomes, submits some answered transactions a second time, and compares
   * every account with the model.
   */
  private void settle() throws InterruptedException, IOException {
    askForUnknown();
    submitSomeAgain();
    await("did not report the outcomes of its transactions", this::isSettled);
    runModel();
    synchronized (this) {
      balancesReported = false;
    }
    process.say(Line.of(Line.BALANCES, model.customers()));
    await("did not report its balances", () -> balancesReported);
    throwIfBroken();
  }

  private synchronized boolean isSettled() {
    return unknown.isEmpty() && open.isEmpty() && repeated.isEmpty();
  }

  /**
   * Queries one half of the transactions with unknown outcomes, and submits the other half again.
   */
  private void askForUnknown() {
    List<BankRequest> calls;
    synchronized (this) {
      calls = List.copyOf(unknown.values());
    }
    for (BankRequest call : calls) {
      process.say(random.nextBoolean() ? Line.of(Line.STATUS, call.id()) : call.line());
    }
  }

  private void submitSomeAgain() {
    List<BankRequest> calls = new ArrayList<>();
    synchronized (this) {
      for (int i = 0; i < REPEATED_EACH_LIFE && !sample.isEmpty(); i++) {
        Ended ended = sample.get(random.nextInt(sample.size()));
        if (repeated.put(ended.call().id(), ended.reply()) == null) {
          calls.add(ended.call());
        }
      }
      repeats += calls.size();
    }
    calls.forEach(call -> process.say(call.line()));
  }

  private void load(int ms) throws InterruptedException, IOException {
    List<BankRequest> first = new ArrayList<>();
    synchronized (this) {
      loading = true;
      for (int i = 0; i < outstanding; i++) {
        first.add(next());
      }
    }
    first.forEach(call -> process.say(call.line()));
    if (backups.mayBegin() && random.nextBoolean()) {
      backUp(ms);
    } else {
      pause(ms);
    }
  }

  /**
   * Takes a backup while transactions run. In one of three cases, the method returns before the
   * backup has ended, so that the caller can kill the child during the backup.
   */
  private void backUp(int ms) throws InterruptedException, IOException {
    int beforeMs = random.nextInt(ms + 1);
    boolean cut = random.nextInt(3) == 0;
    pause(beforeMs);
    beginBackup();
    if (cut) {
      pause(random.nextInt(MAX_CUT_MS));
    } else {
      awaitBackup();
      pause(ms - beforeMs);
    }
  }

  private void beginBackup() {
    String line;
    synchronized (this) {
      line = backups.begin(history, newestVersion);
    }
    process.say(line);
  }

  private void awaitBackup() throws InterruptedException, IOException {
    await("did not complete a backup", () -> !backups.isRunning());
  }

  private synchronized void checkBackup() throws InterruptedException, IOException {
    backups.check(history);
  }

  private BankRequest next() {
    BankRequest call = BankRequest.draw(ids.next(), model.customers(), randomOfCalls);
    open.put(call.id(), call);
    return call;
  }

  private void pause(int ms) throws InterruptedException, IOException {
    long beganNs = clock.nanoTime();
    while (clock.nanoTime() - beganNs < ms * 1_000_000L) {
      Thread.sleep(1);
      throwIfBroken();
    }
  }

  private void kill() throws InterruptedException, IOException {
    synchronized (this) {
      loading = false;
    }
    boolean died = !process.isAlive();
    process.kill();
    throwIfBroken();
    synchronized (this) {
      if (died) {
        throw new TortureFailure("the child ended by itself" + errors.said());
      }
      kills++;
      inStart += ready ? 0 : 1;
      unknownAtKill += open.size();
      unknown.putAll(open);
      open.clear();
      repeated.clear();
      backups.killed();
    }
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

  // The reader's thread runs the following methods.

  private void hear(String line) {
    BankRequest next = null;
    synchronized (this) {
      try {
        next = take(Line.words(line));
      } catch (RuntimeException e) {
        breaks("the child sent a malformed line: " + line + " (" + e + ")");
      }
    }
    if (next != null) {
      process.say(next.line());
    }
  }

  /**
   * Processes a line from the child. Returns the next transaction to submit; null if there is none.
   */
  private BankRequest take(String[] words) {
    switch (words[0]) {
      case Line.READY -> ready = true;
      case Line.OPENED -> opened = true;
      case Line.BALANCES -> balancesReported = true;
      case Line.BALANCE ->
          model
              .check(Integer.parseInt(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3]))
              .ifPresent(this::breaks);
      case Line.BACKUP -> backups.heard(words).ifPresent(this::breaks);
      case Line.ANSWER, Line.STATUS -> {
        return answered(TransactionId.parse(words[1]), words);
      }
      default -> breaks("the child sent an unknown word: " + words[0]);
    }
    return null;
  }

  private BankRequest answered(TransactionId id, String[] words) {
    if (words[2].equals(Line.NONE)) {
      breaks("transaction " + id + " has no outcome: " + words[3]);
      return null;
    }
    Reply now = Reply.parse(words, 2);
    if (repeated.containsKey(id)) {
      Reply first = repeated.remove(id);
      if (!first.equals(now)) {
        breaks("transaction " + id + " was " + first + " and is now " + now);
      }
      return null;
    }
    BankRequest call = open.remove(id);
    if (call != null) {
      answered++;
    } else {
      call = unknown.remove(id);
      if (call != null && words[0].equals(Line.STATUS)) {
        asked++;
        askedCommitted += now.version() > 0 ? 1 : 0;
      }
    }
    if (call == null) {
      breaks("transaction " + id + " was answered twice");
      return null;
    }
    keep(call, now);
    return loading ? next() : null;
  }

  private void keep(BankRequest call, Reply now) {
    Ended ended = new Ended(call, now);
    if (sample.size() < MAX_SAMPLE) {
      sample.add(ended);
    } else {
      sample.set(randomOfCalls.nextInt(MAX_SAMPLE), ended);
    }
    if (now.version() > 0) {
      committed++;
      newestVersion = Math.max(newestVersion, now.version());
      history.add(ended).ifPresent(this::breaks);
    }
  }

  /**
   * Runs on the model, in commit order, the transactions that have committed since the last call.
   * The caller must call this method only while no transaction is outstanding.
   */
  private synchronized void runModel() {
    history.run(Long.MAX_VALUE).ifPresent(this::breaks);
    throwIfBroken();
  }

  private void breaks(String what) {
    if (broken == null) {
      broken = what;
    }
  }

  private synchronized TortureTotals totals() {
    return new TortureTotals(
        kills,
        inStart,
        answered,
        committed,
        unknownAtKill,
        asked,
        askedCommitted,
        repeats,
        backups.completed(),
        backups.cut(),
        backups.restored(),
        backups.restoredWithArchive(),
        longestStartNs / 1_000_000);
  }

  /**
   * Returns the total of the bank's accounts in the model. When {@link #run} has returned, every
   * account was compared with the model.
   */
  public synchronized long totalCents() {
    return model.totalCents();
  }

  /** Kills the child if it is still running. */
  @Override
  public void close() {
    if (process != null) {
      process.close();
    }
  }
}
