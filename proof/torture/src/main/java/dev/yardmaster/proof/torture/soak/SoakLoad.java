package dev.yardmaster.proof.torture.soak;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionIds;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.client.AsyncTransaction;
import dev.yardmaster.client.ClientConfig;
import dev.yardmaster.client.TcpTransport;
import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.proof.torture.BankHistory;
import dev.yardmaster.proof.torture.BankRequest;
import dev.yardmaster.proof.torture.Ended;
import dev.yardmaster.proof.torture.Reply;
import dev.yardmaster.proof.torture.TortureFailure;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * The clients of a soak run, and the history of their transactions. Every transaction has an id.
 * Half of the payments are interactive transactions; all other transactions are procedures.
 * Whenever an outcome arrives, the next transaction begins. The threads of event loops deliver
 * outcomes; the main thread calls all other methods.
 */
final class SoakLoad implements AutoCloseable {

  private static final int EVENT_LOOPS = 2;
  private static final int CONNECTIONS = 2;
  private static final int CONNECT_TIMEOUT_MS = 1_000;
  private static final Duration PING_INTERVAL = Duration.ofSeconds(2);
  private static final Duration TIMEOUT = Duration.ofMinutes(5);
  private static final long ANSWER_TIMEOUT_S = 60;
  private static final int ACCOUNTS_AT_ONCE = 50;

  /** One in this number of committed transactions is submitted a second time. */
  private static final int COMMITS_PER_REPEAT = 50;

  /** The length of a large value, in bytes; sending such a value takes long. */
  private static final Key LARGE = Key.of("large", 0);

  private static final int LARGE_BYTES = 256 << 10;

  /**
   * The number of large values that a stalled client requests but does not read. They have 16 MiB
   * for each connection, while the buffers of a connection's two sockets hold at most 10 MiB on
   * Linux.
   */
  private static final int UNREAD_ANSWERS = 128;

  /**
   * The only expected cause of an abort: the logic aborts if an account has too little money.
   * Timeouts are not expected, because the timeout is several minutes.
   */
  private static final AbortCause EXPECTED_CAUSE = AbortCause.USER;

  /** A client with its transport. */
  private record Client(YardmasterClient service, DisturbedTransport transport) {}

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
  private final TcpTransport loops = new TcpTransport(EVENT_LOOPS, CONNECT_TIMEOUT_MS);
  private final List<Client> clients = new ArrayList<>();

  private final BankHistory history;

  /**
   * The transactions without an outcome, oldest first, so the first transaction has the lowest
   * floor.
   */
  private final Map<TransactionId, Open> open = new LinkedHashMap<>();

  /** The committed transactions that were submitted a second time. */
  private final Map<TransactionId, Reply> repeated = new HashMap<>();

  /** The transactions whose outcome is unknown and that were not yet submitted again. */
  private final Deque<BankRequest> unknown = new ArrayDeque<>();

  /** For each client, the transaction that it must commit while no disturbance is active. */
  private final Map<TransactionId, Integer> probes = new HashMap<>();

  private boolean loading;

  /** The number of reads by stalled clients that have no answer yet. */
  private int reading;

  private int idle;
  private long newestVersion;
  private long committed;
  private long aborted;
  private long refused;
  private long repeats;
  private String broken;

  SoakLoad(SoakPlan plan, BankHistory history, SplittableRandom random) {
    this.customers = plan.customers();
    this.concurrency = plan.concurrency();
    this.random = random;
    this.history = history;
    for (int i = 0; i < plan.clients(); i++) {
      DisturbedTransport transport = new DisturbedTransport(loops);
      YardmasterClient service =
          YardmasterClient.over(
              ClientConfig.builder()
                  .address("127.0.0.1:1") // The transport ignores this address.
                  .connections(CONNECTIONS)
                  .connectTimeout(Duration.ofMillis(CONNECT_TIMEOUT_MS))
                  .pingInterval(PING_INTERVAL)
                  .name("soak")
                  .build(),
              transport);
      BankRequest.PROCEDURES.forEach(service::register);
      clients.add(new Client(service, transport));
    }
  }

  /** Sets the port on which the server listens. */
  void server(int port) {
    clients.forEach(client -> client.transport().server(port));
  }

  /** Opens all accounts. The caller must make sure that no transaction is outstanding. */
  void openAccounts() throws InterruptedException {
    List<CompletionStage<Outcome<OneShot.Result>>> openings = new ArrayList<>();
    openings.add(
        clients
            .get(0)
            .service()
            .submit(OneShot.builder().put(LARGE, new byte[LARGE_BYTES]).build()));
    for (int first = 0; first < customers; first += ACCOUNTS_AT_ONCE) {
      OneShot.Builder opening = OneShot.builder();
      for (int customer = first;
          customer < Math.min(customers, first + ACCOUNTS_AT_ONCE);
          customer++) {
        opening
            .putLong(Account.checking(customer), SoakPlan.OPENING_CENTS)
            .putLong(Account.savings(customer), SoakPlan.OPENING_CENTS);
      }
      openings.add(
          clients
              .get(0)
              .service()
              .submit(opening.build(), TransactionOptions.defaults().withId(ids.next())));
    }
    for (CompletionStage<Outcome<OneShot.Result>> opening : openings) {
      var unused = answer(opening, "open accounts");
    }
  }

  private static <R> R answer(CompletionStage<Outcome<R>> stage, String what)
      throws InterruptedException {
    try {
      return stage.toCompletableFuture().get(ANSWER_TIMEOUT_S, TimeUnit.SECONDS).valueOrThrow();
    } catch (ExecutionException | TimeoutException | YardmasterException e) {
      throw new TortureFailure("the server did not " + what + ": " + e);
    }
  }

  /** From this call on, keeps the given number of transactions outstanding. */
  synchronized void begin() {
    loading = true;
    idle = concurrency - open.size();
  }

  /** Begins no more transactions. */
  synchronized void pause() {
    loading = false;
  }

  /**
   * Begins a new transaction for each refused one, and submits transactions with an unknown outcome
   * again. The main thread calls this method at intervals.
   */
  void refill() {
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
  void probe() {
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
  synchronized boolean isSettled() {
    return open.isEmpty() && repeated.isEmpty() && reading == 0;
  }

  /**
   * Returns whether every client has all its connections, and all of them lead to the present
   * server.
   */
  boolean isConnected() {
    return clients.stream()
        .allMatch(
            client ->
                client.transport().isConnected(CONNECTIONS)
                    && client.service().connections() == CONNECTIONS);
  }

  /** Returns a text that describes the first violation; empty if there is no violation. */
  synchronized Optional<String> broken() {
    return Optional.ofNullable(broken);
  }

  /**
   * Compares every account with the model.
   *
   * @throws TortureFailure if an account is wrong
   */
  void checkAccounts() throws InterruptedException {
    for (int first = 0; first < customers; first += ACCOUNTS_AT_ONCE) {
      int end = Math.min(customers, first + ACCOUNTS_AT_ONCE);
      OneShot.Result found =
          answer(clients.get(0).service().submit(reads(first, end)), "report its balances");
      for (int customer = first; customer < end; customer++) {
        check(
            customer,
            found.getLong(Account.checking(customer)),
            found.getLong(Account.savings(customer)));
      }
    }
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

  private static OneShot reads(int first, int end) {
    OneShot.Builder reads = OneShot.builder();
    for (int customer = first; customer < end; customer++) {
      reads.read(Account.checking(customer)).read(Account.savings(customer));
    }
    return reads.build();
  }

  /** Resets all connections of a client. Returns the number of connections that were reset. */
  int reset(int client) {
    return clients.get(client).transport().reset();
  }

  /** Makes a client send reads, but not receive their answers until {@link #resume}. */
  void stall(int client) {
    clients.get(client).transport().read(false);
    synchronized (this) {
      reading += UNREAD_ANSWERS;
    }
    for (int i = 0; i < UNREAD_ANSWERS; i++) {
      var unused =
          clients
              .get(client)
              .service()
              .submit(OneShot.builder().read(LARGE).build())
              .whenComplete((outcome, thrown) -> readEnded());
    }
  }

  private synchronized void readEnded() {
    reading--;
  }

  /** Lets a client receive answers again. */
  void resume(int client) {
    clients.get(client).transport().read(true);
  }

  private void submit(BankRequest call) {
    int number = client(call.id());
    YardmasterClient client = clients.get(number).service();
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
        Receipt told = receipt.apply(is.value());
        Reply reply = new Reply(is.commitVersion(), told.changeCents(), told.balanceCents());
        Reply first = repeated.remove(call.id());
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

  private void commits(BankRequest call, Reply reply) {
    committed++;
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
    Reply first = repeated.remove(call.id());
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

  synchronized long committed() {
    return committed;
  }

  synchronized long aborted() {
    return aborted;
  }

  synchronized long refused() {
    return refused;
  }

  synchronized long repeats() {
    return repeats;
  }

  /** Returns the history. The caller must make sure that no transaction is outstanding. */
  synchronized BankHistory history() {
    return history;
  }

  /** Closes all clients without waiting for their transactions. */
  @Override
  public void close() {
    pause();
    List<CompletableFuture<Void>> closed = new ArrayList<>();
    clients.forEach(
        client -> closed.add(CompletableFuture.runAsync(() -> client.service().close())));
    closed.forEach(CompletableFuture::join);
    loops.close();
  }
}
