package dev.yardmaster.server.connection;

import dev.yardmaster.wire.schema.Response;

/** An answer that is ready to be sent to a client. */
@FunctionalInterface
interface Answer {

  /** Returns the response; null if there is nothing to send. The event loop calls this method. */
  Response toResponse();
}
