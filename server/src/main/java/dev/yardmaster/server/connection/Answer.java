package dev.yardmaster.server.connection;

import dev.yardmaster.wire.schema.Response;

/** An answer that is ready to be sent to a client. */
@FunctionalInterface
interface Answer {

  /** The response; null if there is nothing to send. Called by the event loop. */
  Response toResponse();
}
