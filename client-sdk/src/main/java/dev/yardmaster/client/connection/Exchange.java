package dev.yardmaster.client.connection;

import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Response;

/**
 * A request and what becomes of it. Just one of {@link #answered}, {@link #notSent} and {@link
 * #lost} is called, once, by the connection's event loop, which it must not hold up.
 */
public interface Exchange {

  /** The request under a number of the connection's. The thread that hands it over. */
  Request request(long requestId);

  /** Until when it waits for an answer, by the client's clock in ns. */
  long deadlineNs();

  /** Whether it goes on with what an earlier one began, and so still goes out when none begins. */
  default boolean continues() {
    return false;
  }

  /** The server has answered. */
  void answered(Response response);

  /** It did not leave the client. */
  void notSent(YardmasterException why);

  /** It may have reached the server, and no answer will come. */
  void lost(YardmasterException why);
}
