package dev.yardmaster.server.connection;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.processor.EncodedCalls;
import dev.yardmaster.wire.ErrorMessages;
import dev.yardmaster.wire.OptionMessages;
import dev.yardmaster.wire.schema.Error;
import dev.yardmaster.wire.schema.Response;
import dev.yardmaster.wire.schema.Step;
import io.netty.util.collection.LongObjectHashMap;
import java.util.List;

/** The interactive transactions of one connection. The connection's event loop owns the object. */
final class OpenTransactions {

  /** The delay after which a client should retry when too many transactions are open. */
  private static final int RETRY_AFTER_MS = 50;

  private final EncodedCalls service;
  private final Outbox outbox;
  private final int maxOpen;
  private final LongObjectHashMap<RemoteLogic> open = new LongObjectHashMap<>();
  private final Connections connections;
  private final int maxKeys;
  private boolean closed;

  /**
   * Creates an empty set of transactions.
   *
   * @param maxOpen the maximum of open transactions of the connection
   * @param maxKeys the maximum of keys of one step
   */
  OpenTransactions(
      EncodedCalls service, Outbox outbox, Connections connections, int maxOpen, int maxKeys) {
    this.connections = connections;
    this.maxKeys = maxKeys;
    this.service = service;
    this.outbox = outbox;
    this.maxOpen = maxOpen;
  }

  /**
   * Executes the next step of a transaction. The first step opens the transaction.
   *
   * @throws YardmasterException if the transaction cannot be opened
   */
  void step(long requestId, Step step) {
    RemoteLogic logic = open.get(step.getTransaction());
    if (logic == null) {
      logic = begin(step);
    }
    try {
      logic.step(requestId, step);
    } catch (YardmasterException error) {
      Error refused = ErrorMessages.of(error);
      outbox.add(() -> Response.newBuilder().setRequestId(requestId).setRefused(refused).build());
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
    RemoteLogic logic =
        new RemoteLogic(this, step.getTransaction(), !step.getOptions().getId().isEmpty());
    connections.beginTransaction();
    try {
      logic.begin(service.open(OptionMessages.read(step.getOptions()), logic));
    } catch (YardmasterException error) {
      connections.endTransactions(1);
      throw error;
    }
    open.put(step.getTransaction(), logic);
    return logic;
  }

  void tell(Answer answer) {
    outbox.add(answer);
  }

  /** Removes a transaction whose client has received the outcome. */
  void forget(long transaction) {
    if (open.remove(transaction) != null) {
      connections.endTransactions(1);
    }
  }

  /** Returns whether a transaction with this number is open. */
  boolean has(long transaction) {
    return open.containsKey(transaction);
  }

  /** Returns the maximum of keys of one step. */
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
    connections.endTransactions(open.size());
    open.clear();
  }
}
