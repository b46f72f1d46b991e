package dev.yardmaster.client.connection;

import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Response;

/**
 * A request and its result. Exactly one of {@link #answered}, {@link #notSent} and {@link #lost} is
 * called, once, on the connection's event loop, which the method must not block.
 */
public interface Exchange {

  /** Returns the request with a number of the connection. The submitting thread calls this method. */
  Request request(long requestId);

  /** Returns the deadline for the answer, by the client's clock in ns. */
  long deadlineNs();

  /**
   * Returns whether the request continues a transaction, and so is sent even when no new ones may
   * start.
   */
  default boolean continues() {
    return false;
  }

  /** The server has answered the request. */
  void answered(Response response);

  /** The request has not left the client. */
  void notSent(YardmasterException why);

  /** The request may have reached the server, and no answer will come. */
  void lost(YardmasterException why);
}
