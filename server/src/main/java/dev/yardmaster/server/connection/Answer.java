package dev.yardmaster.server.connection;

import dev.yardmaster.wire.schema.Response;

/** An answer that is ready to be sent to a client. The event loop calls the methods. */
@FunctionalInterface
interface Answer {

  /** Returns the response; null if there is nothing to send. */
  Response toResponse();

  /**
   * Returns the bytes that are held until the response is written to the network; null if none are.
   * Called after {@link #toResponse}.
   */
  default Holding held() {
    return null;
  }

  /** Returns an answer whose request holds bytes. */
  static Answer holding(Holding held, Answer answer) {
    return new Answer() {
      @Override
      public Response toResponse() {
        return answer.toResponse();
      }

      @Override
      public Holding held() {
        return held;
      }
    };
  }
}
