package dev.yardmaster.proof.torture;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionIds;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.client.AsyncTransaction;
import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.workloads.smallbank.Account;
import dev.yardmaster.workloads.smallbank.Receipt;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * The transactions of a bank's clients, and their history. Every transaction has an id. Half of the
 * payments are interactive transactions; all other transactions are procedures. Whenever an outcome
 * arrives, the next transaction begins. The threads of event loops deliver outcomes; the main
 * thread calls all other methods.
 */
public class BankLoad {

  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  /** One in this number of committed transactions is submitted a second time. */
  private static final int COMMITS_PER_REPEAT = 50;

  /**
   * The only expected cause of an abort: the logic itself aborts if an account has too little
   * money. Timeouts are not expected, because the timeout is several minutes.
   */
  private static final AbortCause EXPECTED_CAUSE = AbortCause.USER;

  /**
   * A transaction without an outcome.
   *
   * @param floor the highest version that was answered before the transaction began; the
   *     transaction must get a higher version
   */
  private record Open(BankRequest call, long floor) {}

  private final int customers;
  private final int concurrency;
  private final SplittableRandom random;
  private final TransactionIds ids = TransactionIds.ofThisMachine();
  private final List<YardmasterClient> clients;
  private final BankAccounts accounts;
  private final BankHistory history;

  /**
   * The transactions without an outcome, oldest first, so the first transaction has the lowest
   * floor.
   */
  private final Map<TransactionId, Open> open = new LinkedHashMap<>();

  /** The committed transactions that were submitted a second time. */
  private final Map<TransactionId, BankReply> repeated = new HashMap<>();

  /** The transactions with an unknown outcome that were not submitted again yet. */
  private final Deque<BankRequest> unknown = new ArrayDeque<>();

  /** For each client, the transaction that it must commit while no disturbance is active. */
  private final Map<TransactionId, Integer> probes = new HashMap<>();

  private boolean loading;

  private int idle;
  private long newestVersion;
  private long committed;
  private long aborted;
  private long refused;
  private long repeats;
  private String broken;
  private long lastCommitNs;
  private long longestSilenceNs;

  /**
   * Creates a load without transactions.
   *
   * @param customers number of the bank's customers; 2 or more
   * @param concurrency total number of outstanding transactions of all clients
   * @param clients the clients, at which this method registers the procedures
   * @param history the history of the bank's transactions so far
   */
  public BankLoad(
      int customers,
      int concurrency,
      List<YardmasterClient> clients,
      BankHistory history,
      SplittableRandom random) {
    this.customers = customers;
    this.concurrency = concurrency;
    this.clients = List.copyOf(clients);
    accounts = new BankAccounts(this.clients.get(0), customers);
    this.history = history;
    this.random = random;
    clients.forEach(client -> BankRequest.PROCEDURES.forEach(client::register));
  }

  /** Opens all accounts. The caller must make sure that no transaction is outstanding. */
  public void openAccounts() throws InterruptedException {
    accounts.open(ids);
  }

  /** From this call on, keeps the given number of transactions outstanding. */
  public synchronized void begin() {
    loading = true;
    idle = concurrency - open.size();
  }

  /** Begins no more transactions. */
  public synchronized void pause() {
    loading = false;
  }

  /**
   * Begins a new transaction for each refused transaction, and submits transactions with an unknown
   * outcome again. The main thread calls this method at intervals.
   */
  public void refill() {
    List<BankRequest> calls = new ArrayList<>();
    synchronized (this) {
      repeats += unknown.size();
      calls.addAll(unknown);
      unknown.clear();
      for (; loading && idle > 0; idle--) {
        calls.add(next());
      }
    }
    calls.forEach(this::submit);
  }

  /**
   * Makes every client begin a transaction that must commit without a refusal. The caller must end
   * all disturbances before this call, and must then wait until every transaction has its outcome.
   */
  public void probe() {
    List<BankRequest> calls = new ArrayList<>();
    synchronized (this) {
      for (int client = 0; client < clients.size(); client++) {
        BankRequest call =
            new BankRequest(
                ids.next(), BankRequest.Kind.DEPOSIT_CHECKING, client % customers, 0, 1);
        open.put(call.id(), new Open(call, newestVersion));
        probes.put(call.id(), client);
        calls.add(call);
      }
    }
    calls.forEach(this::submit);
  }

  private BankRequest next() {
    BankRequest call = BankRequest.draw(ids.next(), customers, random);
    open.put(call.id(), new Open(call, newestVersion));
    return call;
  }

  /** Returns whether every transaction has its outcome. */
  public synchronized boolean isSettled() {
    return open.isEmpty() && repeated.isEmpty();
  }

  /** Returns a text that describes the first violation; empty if there is no violation. */
  public synchronized Optional<String> broken() {
    return Optional.ofNullable(broken);
  }

  /**
   * Compares every account with the model.
   *
   * @throws TortureFailure if an account is wrong
   */
  public void checkAccounts() throws InterruptedException {
    accounts.forEach(this::check);
  }

  private synchronized void check(int customer, long checking, long savings) {
    history
        .model()
        .check(customer, checking, savings)
        .ifPresent(
            wrong -> {
              throw new TortureFailure(wrong);
            });
  }

  private void submit(BankRequest call) {
    int number = client(call.id());
    YardmasterClient client = clients.get(number);
    boolean interactive = call.kind() == BankRequest.Kind.SEND_PAYMENT && (call.cents() & 1) == 0;
    if (interactive) {
      var unused =
          client
              .submit(
                  transaction -> pay(call, transaction),
                  TransactionOptions.defaults().withTimeout(TIMEOUT).withId(call.id()))
              .thenAccept(outcome -> ended(call, outcome, left -> new Receipt(0, left)));
    } else {
      var unused =
          call.submit(client).thenAccept(outcome -> ended(call, outcome, receipt -> receipt));
    }
  }

  private synchronized int client(TransactionId id) {
    Integer probed = probes.get(id);
    return probed == null ? Math.floorMod(id.hashCode(), clients.size()) : probed;
  }

  /** Executes the logic of the payment procedure, as an interactive transaction. */
  private static CompletionStage<Long> pay(BankRequest call, AsyncTransaction transaction) {
    Key from = Account.checking(call.first());
    Key to = Account.checking(call.second());
    return transaction
        .getAll(List.of(from, to))
        .thenApply(
            values -> {
              long left = number(values.get(from)) - call.cents();
              if (left < 0) {
                throw transaction.abort("too little money in " + from);
              }
              transaction.putLong(from, left);
              transaction.putLong(to, number(values.get(to)) + call.cents());
              return left;
            });
  }

  private static long number(byte[] value) {
    return ByteBuffer.wrap(value).getLong();
  }

  private <R> void ended(BankRequest call, Outcome<R> outcome, Function<R, Receipt> receipt) {
    BankRequest again = null;
    BankRequest next = null;
    synchronized (this) {
      if (outcome instanceof Outcome.Committed<R> is) {
        Receipt answered = receipt.apply(is.value());
        BankReply reply =
            new BankReply(is.commitVersion(), answered.changeCents(), answered.balanceCents());
        BankReply first = repeated.remove(call.id());
        probes.remove(call.id());
        if (first == null) {
          commits(call, reply);
          if (random.nextInt(COMMITS_PER_REPEAT) == 0) {
            repeated.put(call.id(), reply);
            repeats++;
            again = call;
          }
        } else if (!first.equals(reply)) {
          breaks("transaction " + call.id() + " was " + first + " and is now " + reply);
        }
        next = first == null && loading ? next() : null;
      } else if (probes.containsKey(call.id())) {
        breaks(
            "client "
                + probes.remove(call.id())
                + " did not commit a transaction while nothing was disturbed: "
                + outcome);
      } else if (outcome instanceof Outcome.Unknown<R>) {
        unknown.add(call);
      } else {
        failed(call, outcome);
      }
    }
    if (again != null) {
      submit(again);
    }
    if (next != null) {
      submit(next);
    }
  }

  private void commits(BankRequest call, BankReply reply) {
    committed++;
    long nowNs = System.nanoTime();
    longestSilenceNs = Math.max(longestSilenceNs, nowNs - lastCommitNs);
    lastCommitNs = nowNs;
    newestVersion = Math.max(newestVersion, reply.version());
    if (open.remove(call.id()) == null) {
      breaks(call + " was answered twice");
    }
    history.add(new Ended(call, reply)).ifPresent(this::breaks);
    fold();
  }

  /** Processes the outcome of a transaction that did not commit. */
  private void failed(BankRequest call, Outcome<?> outcome) {
    ErrorCode code = outcome.error().code();
    BankReply first = repeated.remove(call.id());
    if (first != null) {
      if (!isTransient(code)) {
        breaks("transaction " + call.id() + " was " + first + " and is now " + outcome);
      }
      return;
    }
    if (outcome instanceof Outcome.Aborted<?> abort) {
      aborted++;
      if (abort.cause() != EXPECTED_CAUSE) {
        breaks(call + " was aborted for another cause than too little money: " + outcome);
      }
    } else {
      refused++;
      if (!isTransient(code)) {
        breaks(call + " was refused: " + outcome);
      }
    }
    if (open.remove(call.id()) == null) {
      breaks(call + " was answered twice");
    }
    idle++;
    fold();
  }

  /**
   * Returns whether the error is one that a client may get because the server was down or
   * overloaded.
   */
  private static boolean isTransient(ErrorCode code) {
    return code == ErrorCode.OVERLOADED
        || code == ErrorCode.UNAVAILABLE
        || code == ErrorCode.NOT_LEADER
        || code == ErrorCode.CLOSED;
  }

  /**
   * Runs transactions on the model as soon as no outstanding transaction can come before them in
   * commit order.
   */
  private void fold() {
    long through = open.isEmpty() ? newestVersion : open.values().iterator().next().floor();
    history.run(through).ifPresent(this::breaks);
  }

  private void breaks(String what) {
    if (broken == null) {
      broken = what;
    }
  }

  public synchronized long committed() {
    return committed;
  }

  /** Begins to measure the longest silence. */
  public synchronized void listen() {
    lastCommitNs = System.nanoTime();
    longestSilenceNs = 0;
  }

  /** Returns the longest time without a commit since {@link #listen}, in ns. */
  public synchronized long longestSilenceNs() {
    return Math.max(longestSilenceNs, System.nanoTime() - lastCommitNs);
  }

  public synchronized long aborted() {
    return aborted;
  }

  public synchronized long refused() {
    return refused;
  }

  public synchronized long repeats() {
    return repeats;
  }

  /** Returns the history. The caller must make sure that no transaction is outstanding. */
  public synchronized BankHistory history() {
    return history;
  }
}
