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

/** The interactive transactions of one connection. For its event loop. */
final class OpenTransactions {

  /** When to try again if too many are open. */
  private static final int RETRY_AFTER_MS = 50;

  private final EncodedCalls service;
  private final Outbox outbox;
  private final int maxOpen;
  private final LongObjectHashMap<RemoteLogic> open = new LongObjectHashMap<>();
  private final Connections connections;
  private final int maxKeys;
  private boolean closed;

  /**
   * No transactions.
   *
   * @param maxOpen most that are open on the connection
   * @param maxKeys most keys that one step may ask for
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
   * Takes the next step of a transaction; its first one opens it.
   *
   * @throws YardmasterException if it cannot be opened
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
          ErrorCode.BAD_MESSAGE, "a transaction's number is not 0", "transaction", 0);
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
    RemoteLogic logic = new RemoteLogic(this, step.getTransaction());
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

  /** Forgets a transaction whose client knows its outcome. */
  void forget(long transaction) {
    if (open.remove(transaction) != null) {
      connections.endTransactions(1);
    }
  }

  /** Whether a transaction is open under this number. */
  boolean has(long transaction) {
    return open.containsKey(transaction);
  }

  /** Most keys that one step may ask for. */
  int maxKeys() {
    return maxKeys;
  }

  boolean isClosed() {
    return closed;
  }

  /** Lets go of all, since the client is gone. */
  void close() {
    closed = true;
    for (RemoteLogic logic : List.copyOf(open.values())) {
      logic.letGo();
    }
    connections.endTransactions(open.size());
    open.clear();
  }
}
