package dev.yardmaster.server.live;

/** The present state of a server's network side. Thread-safe. */
public interface ConnectionFigures {

  /** A server without a network side. */
  ConnectionFigures NONE =
      new ConnectionFigures() {
        @Override
        public int connections() {
          return 0;
        }

        @Override
        public int openRequests() {
          return 0;
        }

        @Override
        public long bytesBuffered() {
          return 0;
        }
      };

  /** The number of open connections. */
  int connections();

  /** The number of requests that have arrived and are not yet answered. */
  int openRequests();

  /** The bytes that wait to be written to clients. */
  long bytesBuffered();
}
