package dev.yardmaster.server.live;

import dev.yardmaster.server.leases.LeaseFigures;
import java.util.List;

/** The present state of a server's connections. Implementations are thread-safe. */
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

        @Override
        public long bytesHeld() {
          return 0;
        }

        @Override
        public List<OpenTransactionsOfClient> openTransactions() {
          return List.of();
        }

        @Override
        public LeaseFigures leases() {
          return LeaseFigures.NONE;
        }
      };

  /** Returns the number of open connections. */
  int connections();

  /** Returns the number of requests that have arrived and are not yet answered. */
  int openRequests();

  /** Returns the bytes that wait to be written to clients. */
  long bytesBuffered();

  /**
   * Returns the bytes that the server holds for its clients: unfinished frames, requests, values of
   * interactive transactions, and answers.
   */
  long bytesHeld();

  /** Returns the clients with the most open interactive transactions, in descending order. */
  List<OpenTransactionsOfClient> openTransactions();

  /** Returns the figures of the row leases, which clients hold on rows of other databases. */
  LeaseFigures leases();
}
