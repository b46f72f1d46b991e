package dev.yardmaster.server.security;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.server.config.ServerConfig;
import dev.yardmaster.server.config.ServerOptions;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.agrona.concurrent.EpochClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The TLS of a server, whose files are read again after a change. New connections use the new
 * certificate, key and client authorities; open connections continue with the previous certificate,
 * key and client authorities. If the files have become unusable, the class logs the error once, and
 * the last valid files stay in effect.
 *
 * <p>{@link #clients} and {@link #admins} are thread-safe. One thread at a time may call {@link
 * #look}.
 */
public final class ReloadedTls implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ReloadedTls.class);

  private static final int MAX_CLIENT_THREADS = 4;

  /**
   * The maximum number of client handshakes that wait for a thread. A thread completes about 1,000
   * in a second.
   */
  private static final int MAX_WAITING_CLIENTS = 1_024;

  /**
   * This maximum is greater than the number of connections of the admin server, each of which has
   * at most one task.
   */
  private static final int MAX_WAITING_ADMINS = 1_024;

  private final ServerConfig config;
  private final EpochClock clock;
  private final List<Path> files;
  private final HandshakeThreads clientThreads;

  /**
   * The connections to the admin server have their own thread, so that the handshakes of many
   * clients do not delay a health check.
   */
  private final HandshakeThreads adminThreads;

  /** The state of the files at the last read, even if the files were not valid. */
  @Shared(
      writers = "the thread that opens the files, then the thread that checks them",
      readers = "the thread that checks them",
      access = "plain; the first check is scheduled after the files are opened")
  private List<Optional<FileStamp>> stamps;

  @Shared(
      writers = "the thread that opens the files, then the thread that checks them",
      readers = "event loops, for each new connection",
      access = "volatile reference to an immutable record")
  private volatile TlsContexts contexts;

  private ReloadedTls(ServerConfig config, EpochClock clock) {
    this.config = config;
    this.clock = clock;
    files =
        Stream.of(
                ServerOptions.TLS_CERTIFICATE,
                ServerOptions.TLS_KEY,
                ServerOptions.TLS_KEY_PASSWORD_FILE,
                ServerOptions.TLS_CLIENT_CERTIFICATES)
            .flatMap(option -> config.get(option).stream())
            .toList();
    stamps = stamps();
    contexts = read();
    int processors = Runtime.getRuntime().availableProcessors();
    clientThreads =
        new HandshakeThreads(
            "yardmaster-tls",
            Math.max(1, Math.min(MAX_CLIENT_THREADS, processors / 2)),
            MAX_WAITING_CLIENTS);
    adminThreads = new HandshakeThreads("yardmaster-admin-tls", 1, MAX_WAITING_ADMINS);
  }

  /**
   * Reads the files of a configuration; empty if TLS is not configured.
   *
   * @param clock decides whether certificates are valid
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if a file is missing or invalid, the
   *     key does not match the certificate, or a certificate has expired; the message contains no
   *     secret
   */
  public static Optional<ReloadedTls> open(ServerConfig config, EpochClock clock) {
    return config.isTls() ? Optional.of(new ReloadedTls(config, clock)) : Optional.empty();
  }

  /** Returns the encryption of the connections of clients. */
  public ConnectionTls clients() {
    return new ConnectionTls(() -> contexts.clients(), clientThreads);
  }

  /** Returns the encryption of the connections to the admin server. */
  public ConnectionTls admins() {
    return new ConnectionTls(() -> contexts.admins(), adminThreads);
  }

  /** Checks the files periodically on a thread, until the thread ends. */
  public void lookEvery(long periodMs, ScheduledExecutorService thread) {
    var unused =
        thread.scheduleWithFixedDelay(this::look, periodMs, periodMs, TimeUnit.MILLISECONDS);
  }

  /** Reads the files if one of them has changed. */
  void look() {
    List<Optional<FileStamp>> now = stamps();
    if (now.equals(stamps)) {
      return;
    }
    stamps = now;
    try {
      contexts = read();
      LOG.info("the TLS files were read again: {}", files);
    } catch (YardmasterException e) {
      LOG.error(
          "the TLS files are invalid; the last valid files stay in effect: {}", e.getMessage());
    } catch (RuntimeException bug) {
      LOG.error("the TLS files could not be read; the last valid files stay in effect", bug);
    }
  }

  private TlsContexts read() {
    return TlsContexts.read(config, Instant.ofEpochMilli(clock.time())).orElseThrow();
  }

  private List<Optional<FileStamp>> stamps() {
    return files.stream().map(FileStamp::of).toList();
  }

  /** Ends the threads of handshakes. Call this method only after the connections are closed. */
  @Override
  public void close() {
    clientThreads.close();
    adminThreads.close();
  }
}
