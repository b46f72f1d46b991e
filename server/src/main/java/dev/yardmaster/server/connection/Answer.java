package dev.yardmaster.server.connection;

import dev.yardmaster.wire.schema.Response;

/** What is ready to be told to a client. */
@FunctionalInterface
interface Answer {

  /** The response; null if there is nothing to be told after all. The event loop. */
  Response toResponse();
}
