package dev.yardmaster.client.connection;

import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Response;

/**
 * A request with its callbacks. The connection's event loop calls exactly one of {@link #answered},
 * {@link #notSent} and {@link #lost}, exactly once. These methods must not block the event loop.
 */
public interface Exchange {

  /**
   * Creates the request's message, which contains the request's number on the connection. The
   * submitting thread calls this method.
   */
  Request request(long requestId);

  /** Returns the deadline for the answer, by the client's clock in ns. */
  long deadlineNs();

  /**
   * Returns whether the request continues a transaction. If so, the request is sent even if the
   * connection accepts no new transactions.
   */
  default boolean continues() {
    return false;
  }

  /** The server has answered the request. */
  void answered(Response response);

  /** The request has not left the client, and will never be sent. */
  void notSent(YardmasterException why);

  /** The request may have reached the server, but no answer will arrive. */
  void lost(YardmasterException why);
}
