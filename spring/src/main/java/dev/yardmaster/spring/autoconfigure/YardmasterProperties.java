package dev.yardmaster.spring.autoconfigure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The properties of the service. A setting without a value has the default of the back end. The
 * back end also checks the range of each setting.
 *
 * @param mode Back end of the service. By default the client if servers are set, otherwise the back
 *     end on the class path: the pipeline before the engine before the client.
 * @param pipeline the settings of the embedded pipeline
 * @param engine the settings of the in-process engine
 * @param client the settings of the client
 * @param observations the settings of observations
 */
@ConfigurationProperties("yardmaster")
public record YardmasterProperties(
    @Nullable ServiceMode mode,
    @DefaultValue Pipeline pipeline,
    @DefaultValue Engine engine,
    @DefaultValue Client client,
    @DefaultValue Observations observations) {

  /**
   * The settings of the embedded pipeline.
   *
   * @param directory Data directory. Without it, all data are lost when the application ends.
   * @param asyncLoss Maximum age of acknowledged commits that a crash of the machine may lose.
   *     Without it, a commit is forced to disk before it is acknowledged.
   * @param archive Directory to which complete files of the log are copied before they are removed.
   * @param onDisk Whether all data are in a table on disk, of which memory has a part. Needs a data
   *     directory, and RocksDB on the class path.
   * @param maxData Memory of all data at which writes are refused; 60 percent of the heap by
   *     default.
   * @param concurrency Maximum number of transactions in flight.
   * @param waitingTransactions Maximum number of transactions of each processor that wait for
   *     admission.
   * @param outcomeRetention Time for which the outcome of a transaction with an id is kept.
   * @param closeTimeout Maximum time that the end of the application waits for transactions in
   *     flight.
   */
  public record Pipeline(
      @Nullable Path directory,
      @Nullable Duration asyncLoss,
      @Nullable Path archive,
      @DefaultValue("false") boolean onDisk,
      @Nullable DataSize maxData,
      @Nullable Integer concurrency,
      @Nullable Integer waitingTransactions,
      @Nullable Duration outcomeRetention,
      @Nullable Duration closeTimeout) {}

  /**
   * The settings of the in-process engine.
   *
   * @param directory Data directory. Without it, all data are lost when the application ends.
   * @param protocol Name of the concurrency control, for example silo.
   * @param workers Number of threads that run procedures; the number of cores by default.
   * @param interactive Maximum number of open lambdas.
   * @param maxData Memory of all data at which writes are refused; 60 percent of the heap by
   *     default.
   * @param waitingTransactions Maximum number of procedures that wait for a worker.
   * @param outcomeRetention Time for which the outcome of a transaction with an id is kept.
   * @param closeTimeout Maximum time that the end of the application waits for transactions in
   *     flight.
   */
  public record Engine(
      @Nullable Path directory,
      @Nullable String protocol,
      @Nullable Integer workers,
      @Nullable Integer interactive,
      @Nullable DataSize maxData,
      @Nullable Integer waitingTransactions,
      @Nullable Duration outcomeRetention,
      @Nullable Duration closeTimeout) {}

  /**
   * The settings of the client.
   *
   * @param servers Addresses of the servers, host:port.
   * @param token Bearer token that identifies the client.
   * @param name Name of the client in the logs of the servers; spring.application.name by default.
   * @param connections Number of connections to each server.
   * @param threads Number of threads that run the connections.
   * @param maxOutstanding Maximum number of transactions without an outcome.
   * @param exactlyOnce Whether each transaction gets an id, so that it commits at most once even if
   *     it is sent again.
   * @param connectTimeout Maximum time until a server has accepted the client, at the start too.
   * @param pingInterval Time without messages after which the client pings a server.
   * @param closeTimeout Maximum time that the end of the application waits for transactions.
   * @param ssl the settings of TLS
   * @param retries the settings of retries
   */
  public record Client(
      @DefaultValue List<String> servers,
      @Nullable String token,
      @Nullable String name,
      @Nullable Integer connections,
      @Nullable Integer threads,
      @Nullable Integer maxOutstanding,
      @Nullable Boolean exactlyOnce,
      @Nullable Duration connectTimeout,
      @Nullable Duration pingInterval,
      @Nullable Duration closeTimeout,
      @DefaultValue Ssl ssl,
      @DefaultValue Retries retries) {

    /** Returns a description of the settings, without the token. */
    @Override
    public String toString() {
      return "Client[servers=" + servers + ", ssl=" + ssl + "]";
    }
  }

  /**
   * The settings of observations.
   *
   * @param enabled Whether transactions are observations of Micrometer, if yardmaster-observation
   *     is on the class path.
   */
  public record Observations(@DefaultValue("true") boolean enabled) {}

  /**
   * The settings of TLS.
   *
   * @param enabled Whether the client uses TLS; true by default if a bundle is set. Without a
   *     bundle the client trusts the authorities of the JVM.
   * @param bundle Name of the SSL bundle, with the trusted authorities and, if the server requests
   *     it, the certificate of the client.
   */
  public record Ssl(@Nullable Boolean enabled, @Nullable String bundle) {}

  /**
   * The settings of the client's retries.
   *
   * @param maxAttempts Maximum number of attempts of a transaction.
   * @param shortestDelay Shortest wait between two attempts.
   * @param longestDelay Longest wait between two attempts.
   */
  public record Retries(
      @Nullable Integer maxAttempts,
      @Nullable Duration shortestDelay,
      @Nullable Duration longestDelay) {}
}
