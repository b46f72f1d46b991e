package dev.yardmaster.server.connection;

import dev.yardmaster.wire.schema.Response;

/** An answer that is ready to be sent to a client. The event loop calls the methods. */
@FunctionalInterface
interface Answer {

  /** Returns the response; null if there is no response to send. */
  Response toResponse();

  /**
   * Drops the answer, because its connection is closed.
   *
   * @return whether the dropped answer would have answered a request
   */
  default boolean drop() {
    return toResponse() != null;
  }

  /**
   * Returns the bytes that are held until the response is written to the network; null if no bytes
   * are held. The event loop calls this method after {@link #toResponse} or {@link #drop}.
   */
  default Holding held() {
    return null;
  }

  /** Returns the answer to a request that holds bytes. */
  static Answer holding(Holding held, Answer answer) {
    return new Answer() {
      @Override
      public Response toResponse() {
        return answer.toResponse();
      }

      @Override
      public boolean drop() {
        // The drop creates no response, so that many answers can be dropped quickly.
        return true;
      }

      @Override
      public Holding held() {
        return held;
      }
    };
  }
}
