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
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;

/**
 * Runs the bank on a durable service in a child process, kills the child at random times, and
 * checks the child's answers against its data. No acknowledged transaction may be missing, no
 * transaction may commit twice, and an id must always have the same outcome. Every account, and the
 * sum of all accounts, must follow from the committed transactions.
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
   * The maximum time, in ms, from the start of a backup to a kill that is meant to interrupt the
   * backup.
   */
  private static final int MAX_CUT_MS = 30;

  private final Path directory;
  private final BankService service;
  private final int outstanding;
  private final SplittableRandom random;

  /** Random numbers for the reader's thread, used under the child's lock. */
  private final SplittableRandom randomOfCalls;

  private final KilledChild child;
  private final TransactionIds ids;
  private final BankModel model;
  private final Copies copies;
  private final Consumer<TortureTotals> progress;

  // The reader's thread and the main thread share the following fields, under the child's lock.

  private final Map<TransactionId, BankRequest> open = new LinkedHashMap<>();
  private final Map<TransactionId, BankRequest> unknown = new LinkedHashMap<>();

  /** The transactions that were submitted a second time, with their first outcomes. */
  private final Map<TransactionId, BankReply> repeated = new HashMap<>();

  /** Some of the transactions that have an outcome; they will be submitted a second time. */
  private final List<Ended> sample = new ArrayList<>();

  private final BankHistory history;
  private final Backups backups;

  private boolean loading;
  private boolean opened;
  private boolean accountsOpen;
  private boolean balancesReported;
  private long newestVersion;
  private long answered;
  private long committed;
  private long unknownAtKill;
  private long asked;
  private long askedCommitted;
  private long repeats;

  /**
   * Creates a run that has not begun yet.
   *
   * @param directory the child's empty data directory; the archive and the backups are in the
   *     folder that {@link Copies#of} returns for this directory
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
    this.service = service;
    this.outstanding = outstanding;
    this.random = random;
    this.randomOfCalls = random.split();
    this.child =
        new KilledChild(TorturedService.class, errors, clock, ANSWER_TIMEOUT_NS, this::hear);
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
   * Kills the child {@code count} times. After that, checks the child's data and a backup once
   * more, and ends the child.
   *
   * @throws TortureFailure if a check fails
   */
  public TortureTotals run(int count) throws IOException, InterruptedException {
    while (child.kills() < count) {
      boolean duringStart = random.nextInt(8) == 0;
      start();
      if (duringStart) {
        // The limit is at least the longest start so far, because a process can damage its data
        // only after it has started.
        int mostMs = (int) Math.max(FIRST_START_MS, child.longestStartMs());
        child.pause(mostMs / 3 + random.nextInt(mostMs));
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
        child.pause(random.nextInt(20));
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
    child.end();
    return totals();
  }

  private void start() throws IOException {
    synchronized (child) {
      opened = false;
    }
    child.start(TorturedService.arguments(directory, service, Optional.of(copies)));
  }

  private void awaitStart() throws InterruptedException, IOException {
    child.awaitStart();
    if (!accountsOpen) {
      child.say(Line.of(Line.OPEN, model.customers()));
      child.await("did not open the accounts", () -> opened);
      accountsOpen = true;
    }
  }

  /**
   * Queries all unknown outcomes, submits some answered transactions a second time, and compares
   * every account with the model.
   */
  private void settle() throws InterruptedException, IOException {
    askForUnknown();
    submitSomeAgain();
    child.await("did not report the outcomes of its transactions", this::isSettled);
    synchronized (child) {
      // No transaction is outstanding, so the model can run all commits in their order.
      history.run(Long.MAX_VALUE).ifPresent(child::breaks);
      balancesReported = false;
    }
    child.throwIfBroken();
    child.say(Line.of(Line.BALANCES, model.customers()));
    child.await("did not report its balances", () -> balancesReported);
    child.throwIfBroken();
  }

  private boolean isSettled() {
    return unknown.isEmpty() && open.isEmpty() && repeated.isEmpty();
  }

  /**
   * Queries one half of the transactions with unknown outcomes, and submits the other half again.
   */
  private void askForUnknown() {
    List<BankRequest> calls;
    synchronized (child) {
      calls = List.copyOf(unknown.values());
    }
    for (BankRequest call : calls) {
      child.say(random.nextBoolean() ? Line.of(Line.STATUS, call.id()) : call.line());
    }
  }

  private void submitSomeAgain() {
    List<BankRequest> calls = new ArrayList<>();
    synchronized (child) {
      for (int i = 0; i < REPEATED_EACH_LIFE && !sample.isEmpty(); i++) {
        Ended ended = sample.get(random.nextInt(sample.size()));
        if (repeated.put(ended.call().id(), ended.reply()) == null) {
          calls.add(ended.call());
        }
      }
      repeats += calls.size();
    }
    calls.forEach(call -> child.say(call.line()));
  }

  private void load(int ms) throws InterruptedException, IOException {
    List<BankRequest> first = new ArrayList<>();
    synchronized (child) {
      loading = true;
      for (int i = 0; i < outstanding; i++) {
        first.add(next());
      }
    }
    first.forEach(call -> child.say(call.line()));
    if (backups.mayBegin() && random.nextBoolean()) {
      backUp(ms);
    } else {
      child.pause(ms);
    }
  }

  /**
   * Takes a backup while transactions run. In one of three calls, the method returns before the end
   * of the backup, so that the caller can kill the child during the backup.
   */
  private void backUp(int ms) throws InterruptedException, IOException {
    int beforeMs = random.nextInt(ms + 1);
    boolean cut = random.nextInt(3) == 0;
    child.pause(beforeMs);
    beginBackup();
    if (cut) {
      child.pause(random.nextInt(MAX_CUT_MS));
    } else {
      awaitBackup();
      child.pause(ms - beforeMs);
    }
  }

  private void beginBackup() {
    String line;
    synchronized (child) {
      line = backups.begin(history, newestVersion);
    }
    child.say(line);
  }

  private void awaitBackup() throws InterruptedException, IOException {
    child.await("did not complete a backup", () -> !backups.isRunning());
  }

  private void checkBackup() throws InterruptedException, IOException {
    synchronized (child) {
      backups.check(history);
    }
  }

  private BankRequest next() {
    BankRequest call = BankRequest.draw(ids.next(), model.customers(), randomOfCalls);
    open.put(call.id(), call);
    return call;
  }

  private void kill() throws InterruptedException, IOException {
    synchronized (child) {
      loading = false;
    }
    child.kill();
    synchronized (child) {
      unknownAtKill += open.size();
      unknown.putAll(open);
      open.clear();
      repeated.clear();
      backups.killed();
    }
    progress.accept(totals());
  }

  // The reader's thread runs the following methods.

  private String hear(String[] words) {
    switch (words[0]) {
      case Line.OPENED -> opened = true;
      case Line.BALANCES -> balancesReported = true;
      case Line.BALANCE ->
          model
              .check(Integer.parseInt(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3]))
              .ifPresent(child::breaks);
      case Line.BACKUP -> backups.heard(words).ifPresent(child::breaks);
      case Line.ANSWER, Line.STATUS -> {
        return answered(TransactionId.parse(words[1]), words);
      }
      default -> child.breaks("the child sent an unknown word: " + words[0]);
    }
    return null;
  }

  /** Returns the line that submits the next transaction; null if there is none. */
  private String answered(TransactionId id, String[] words) {
    if (words[2].equals(Line.NONE)) {
      child.breaks("transaction " + id + " has no outcome: " + words[3]);
      return null;
    }
    BankReply now = BankReply.parse(words, 2);
    if (repeated.containsKey(id)) {
      BankReply first = repeated.remove(id);
      if (!first.equals(now)) {
        child.breaks("transaction " + id + " was " + first + " and is now " + now);
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
      child.breaks("transaction " + id + " was answered twice");
      return null;
    }
    keep(call, now);
    return loading ? next().line() : null;
  }

  private void keep(BankRequest call, BankReply now) {
    Ended ended = new Ended(call, now);
    if (sample.size() < MAX_SAMPLE) {
      sample.add(ended);
    } else {
      sample.set(randomOfCalls.nextInt(MAX_SAMPLE), ended);
    }
    if (now.version() > 0) {
      committed++;
      newestVersion = Math.max(newestVersion, now.version());
      history.add(ended).ifPresent(child::breaks);
    }
  }

  private TortureTotals totals() {
    synchronized (child) {
      return new TortureTotals(
          child.kills(),
          child.killsInStart(),
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
          child.longestStartMs());
    }
  }

  /**
   * Returns the total of the bank's accounts in the model. After {@link #run} has returned, the
   * total is verified, because every account was compared with the model.
   */
  public long totalCents() {
    synchronized (child) {
      return model.totalCents();
    }
  }

  /** Kills the child if it is still running. */
  @Override
  public void close() {
    child.close();
  }
}
