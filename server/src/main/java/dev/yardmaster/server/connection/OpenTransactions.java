package dev.yardmaster.server.connection;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.server.audit.AuditEvent;
import dev.yardmaster.server.tracing.TransactionSpans;
import dev.yardmaster.service.EncodedCalls;
import dev.yardmaster.service.SnapshotSteps;
import dev.yardmaster.wire.ErrorMessages;
import dev.yardmaster.wire.OptionMessages;
import dev.yardmaster.wire.schema.Error;
import dev.yardmaster.wire.schema.Response;
import dev.yardmaster.wire.schema.Step;
import io.netty.channel.EventLoop;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The interactive transactions and snapshots of one connection. The connection's event loop owns
 * the object.
 */
final class OpenTransactions {

  /** The delay after which a client should retry when too many transactions are open. */
  private static final int RETRY_AFTER_MS = 50;

  private final EncodedCalls service;
  private final Outbox outbox;
  private final int maxOpen;
  private final LongObjectHashMap<RemoteLogic> open = new LongObjectHashMap<>();
  private final ClientLoads clients;
  private final TransactionSpans spans;
  private final int maxKeys;
  private final ClientBounds bounds;
  private final ByteBudget budget;
  private final EventLoop loop;
  private ClientLoads.ClientLoad load;
  private RequestAudit audit;

  /**
   * The number of transactions that have not ended. A transaction in {@code open} may already have
   * ended.
   */
  private int running;

  /** The number of snapshots that have not ended. */
  private int runningSnapshots;

  private boolean closed;

  /** The timer of the next sweep; null while no transaction is open. */
  private ScheduledFuture<?> sweep;

  /** The minimum number of bytes that an open transaction holds. */
  static final int TRANSACTION_BYTES = 4096;

  /**
   * Creates an empty set of transactions.
   *
   * @param limits the limits of the connection
   * @param budget the budget of the connection
   */
  OpenTransactions(
      EncodedCalls service,
      Outbox outbox,
      Connections connections,
      ConnectionLimits limits,
      ByteBudget budget,
      EventLoop loop) {
    clients = connections.clients();
    spans = connections.spans();
    this.maxKeys = limits.maxKeys();
    this.bounds = limits.bounds();
    this.service = service;
    this.outbox = outbox;
    this.maxOpen = limits.maxOpenTransactions();
    this.budget = budget;
    this.loop = loop;
  }

  /** Sets the client, before the first step. */
  void belongTo(ClientLoads.ClientLoad client, RequestAudit auditOfClient) {
    load = client;
    audit = auditOfClient;
  }

  /**
   * Executes the next step of a transaction. The first step opens the transaction.
   *
   * @throws YardmasterException if the transaction cannot be opened
   */
  void step(long requestId, Step step, Holding held) {
    RemoteLogic logic = open.get(step.getTransaction());
    if (logic == null) {
      logic = begin(step);
    }
    try {
      logic.step(requestId, step, held);
    } catch (YardmasterException error) {
      Error refused = ErrorMessages.of(error);
      outbox.add(
          Answer.holding(
              held,
              () -> Response.newBuilder().setRequestId(requestId).setRefused(refused).build()));
    }
  }

  private RemoteLogic begin(Step step) {
    if (step.getTransaction() == 0) {
      throw new YardmasterException(
          ErrorCode.BAD_MESSAGE, "a transaction's number must not be 0", "transaction", 0);
    }
    if (open.size() >= maxOpen) {
      throw new YardmasterException(
          ErrorCode.OVERLOADED,
          "a connection has at most " + maxOpen + " interactive transactions open",
          "open",
          open.size(),
          YardmasterException.RETRY_AFTER_MS,
          RETRY_AFTER_MS);
    }
    Holding held = Holding.of(budget, TRANSACTION_BYTES);
    if (held == null) {
      throw Requests.noRoom(TRANSACTION_BYTES);
    }
    RemoteLogic logic =
        new RemoteLogic(
            this,
            step.getTransaction(),
            !step.getOptions().getId().isEmpty(),
            held,
            audit.interactive(step));
    try {
      clients.beginTransaction(load);
    } catch (YardmasterException error) {
      held.close();
      throw error;
    }
    boolean isSnapshot = step.hasOpenSnapshot();
    try {
      if (isSnapshot) {
        clients.beginSnapshot(load);
      }
    } catch (YardmasterException error) {
      clients.endTransactions(load, 1);
      held.close();
      throw error;
    }
    try {
      TransactionOptions options = withinBounds(OptionMessages.read(step.getOptions()));
      logic.trace(spans.start(isSnapshot ? "snapshot" : "interactive", null, options));
      if (isSnapshot) {
        logic.begin(new SnapshotSteps(service, snapshotOptions(step, options), logic));
      } else {
        logic.begin(service.open(options, logic));
      }
    } catch (YardmasterException error) {
      logic.refuse(error);
      clients.endSnapshots(load, isSnapshot ? 1 : 0);
      clients.endTransactions(load, 1);
      held.close();
      throw error;
    }
    open.put(step.getTransaction(), logic);
    running++;
    runningSnapshots += isSnapshot ? 1 : 0;
    sweepLater();
    return logic;
  }

  private static SnapshotOptions snapshotOptions(Step step, TransactionOptions options) {
    if (options.id() != null) {
      throw new YardmasterException(
          ErrorCode.BAD_MESSAGE, "a snapshot has no id", "id", options.id());
    }
    // The field is unsigned, so a number that is negative in Java is above every bound.
    long stalenessMs = Integer.toUnsignedLong(step.getOpenSnapshot().getMaxStalenessMs());
    SnapshotOptions asked = new SnapshotOptions(Duration.ofMillis(stalenessMs), options.timeout());
    return step.getOpenSnapshot().getAnyServer() ? asked.atAnyServer() : asked;
  }

  /** A client may request a shorter time than the server's limit, but not a longer time. */
  private TransactionOptions withinBounds(TransactionOptions options) {
    return options.timeout().toMillis() <= bounds.transactionMs()
        ? options
        : options.withTimeout(Duration.ofMillis(bounds.transactionMs()));
  }

  private void sweepLater() {
    if (sweep == null && !open.isEmpty()) {
      sweep = loop.schedule(this::sweep, bounds.transactionIdleMs(), TimeUnit.MILLISECONDS);
    }
  }

  /**
   * Ends the transactions whose clients have sent no step since the last sweep. One timer serves
   * all transactions of the connection, because a timer for each transaction would keep ended
   * transactions in memory.
   */
  private void sweep() {
    sweep = null;
    open.values().forEach(RemoteLogic::sweep);
    sweepLater();
  }

  /** The error of a transaction whose client sent no step for too long. */
  YardmasterException expired(long number) {
    return new YardmasterException(
        ErrorCode.TRANSACTION_OVER,
        "the server ended the transaction: its client sent no step for "
            + bounds.transactionIdleMs()
            + " ms",
        "transaction",
        number);
  }

  /** Sends an answer to the client. Any thread may call this method. */
  void answer(Answer answer) {
    outbox.add(answer);
  }

  /**
   * Records the end of a transaction. The method is called once for each transaction, whether or
   * not the client receives the outcome.
   */
  void ended(AuditEvent event, Outcome<?> outcome, boolean isSnapshot) {
    audit.interactiveEnded(event, outcome);
    if (!closed) {
      running--;
      clients.endTransactions(load, 1);
      if (isSnapshot) {
        runningSnapshots--;
        clients.endSnapshots(load, 1);
      }
    }
  }

  /** Removes a transaction whose client has received the outcome. */
  void forget(long transaction) {
    open.remove(transaction);
  }

  /** Returns whether a transaction with this number is open. */
  boolean has(long transaction) {
    return open.containsKey(transaction);
  }

  /** Returns the maximum number of keys of one step. */
  int maxKeys() {
    return maxKeys;
  }

  boolean isClosed() {
    return closed;
  }

  /** Abandons all transactions, because the client is disconnected. */
  void close() {
    closed = true;
    for (RemoteLogic logic : List.copyOf(open.values())) {
      logic.letGo();
    }
    clients.endTransactions(load, running);
    clients.endSnapshots(load, runningSnapshots);
    open.clear();
    if (sweep != null) {
      sweep.cancel(false);
    }
  }
}
