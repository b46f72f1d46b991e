package dev.yardmaster.server.backend;

import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.service.PartitionFigures;
import dev.yardmaster.service.EncodedCalls;
import dev.yardmaster.service.ServiceCounters;
import dev.yardmaster.service.ServiceLoad;
import dev.yardmaster.service.conflicts.Conflicts;
import dev.yardmaster.storage.log.backup.Backup;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * The back end of a server, which runs the transactions and supplies figures for operators. Any
 * thread may call any method. Only {@link #close}, {@link #drain} and {@link #backup} block.
 */
public interface ServerBackEnd extends MeterBinder, AutoCloseable {

  /** Returns the name of the back end in messages to operators. */
  String name();

  /** Returns the service for the connections of clients. */
  EncodedCalls encoded();

  /** Returns the maximum number of interactive transactions that clients may have open. */
  int maxOpenTransactions();

  /** Returns whether there is a commit log. */
  boolean isDurable();

  /**
   * Returns the exception that made the back end stop accepting transactions; empty while the back
   * end works.
   */
  Optional<Throwable> failure();

  /**
   * Returns the reason why the back end accepts no transactions at the moment, although it has not
   * failed; empty if it accepts transactions.
   */
  default Optional<String> unready() {
    return Optional.empty();
  }

  /**
   * Prepares the end of the server while the connections are still open. May block, at most for the
   * given time.
   */
  default void drain(Duration atMost) {}

  /**
   * Returns a warning for the operator about a back end that still works; empty if there is no
   * problem.
   */
  Optional<String> warning();

  /** Returns the totals since the start. */
  ServiceCounters counters();

  /** Returns the current load. */
  ServiceLoad load();

  /** Returns the approximate memory of all data, in bytes. */
  long dataBytes();

  /** Returns the keys and the procedures with recent conflicts. */
  Conflicts conflicts();

  /**
   * Returns the protocols of the partitions of the keys; null if the protocol is not chosen for
   * each partition.
   */
  PartitionFigures partitions();

  /** Returns what the server knows about its cluster; null if the server belongs to no cluster. */
  default ClusterFigures cluster() {
    return null;
  }

  /**
   * Begins a backup, which contains all commits that were acknowledged before this call. The caller
   * closes the backup.
   *
   * @throws IOException if the data directory cannot be read
   * @throws YardmasterException {@link dev.yardmaster.api.ErrorCode#BAD_CONFIG} if the data is in
   *     memory
   */
  Backup backup() throws IOException;

  /** Ends the transactions in flight and all threads, and releases the data directory. */
  @Override
  void close();
}
