package dev.yardmaster.server.live;

/** What the network side of a server holds at this moment. Any thread may ask. */
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

  /** Connections that are open. */
  int connections();

  /** Requests that have arrived and are not yet answered. */
  int openRequests();

  /** What waits to be written to clients, in bytes. */
  long bytesBuffered();
}
