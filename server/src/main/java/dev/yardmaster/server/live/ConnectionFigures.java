package dev.yardmaster.server.live;

/** The present state of a server's network side. Implementations are thread-safe. */
public interface ConnectionFigures {

  /** The figures of a server without connections. */
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

  /** Returns the number of open connections. */
  int connections();

  /** Returns the number of requests that have arrived and are not yet answered. */
  int openRequests();

  /** Returns the bytes that wait to be written to clients. */
  long bytesBuffered();
}
