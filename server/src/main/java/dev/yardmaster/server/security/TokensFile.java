package dev.yardmaster.server.security;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A tokens file that is read again after a change. {@link #current} checks the file at most once a
 * second, so an added or removed token takes effect at a later handshake. If the file has become
 * unusable, the class logs the error, and the last valid principals stay in effect.
 *
 * <p>This class is thread-safe. The thread that detects a change of the file reads the file. Other
 * threads continue with the last principals.
 */
public final class TokensFile {

  private static final Logger LOG = LoggerFactory.getLogger(TokensFile.class);
  private static final String OPTION = "security.tokensFile";
  private static final long LOOK_INTERVAL_NS = 1_000_000_000L;

  /** The principals, with the state of the file from which they were read. */
  private record Known(FileStamp stamp, Tokens tokens) {}

  private final Path file;
  private final NanoClock clock;

  /** Guards the check of the file. A thread that does not get the lock at once skips the check. */
  private final ReentrantLock look = new ReentrantLock();

  @Shared(
      writers = "the thread that has the lock",
      readers = "the same",
      access =
          "guarded by look, which a thread only tries to get; otherwise it uses "
              + "known} as it is")
  private long lookedNs;

  @Shared(
      writers = "the thread that finds the file changed",
      readers = "all threads that authenticate a client",
      access = "volatile reference to an immutable record")
  private volatile Known known;

  private TokensFile(Path file, NanoClock clock) {
    this.file = file;
    this.clock = clock;
    lookedNs = clock.nanoTime();
  }

  /**
   * Opens a tokens file and reads its principals.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if the file cannot be read, its
   *     permissions are too open, or a line is invalid
   */
  public static TokensFile open(Path file, NanoClock clock) {
    TokensFile tokens = new TokensFile(file, clock);
    tokens.known = new Known(FileStamp.of(file).orElse(null), tokens.read());
    return tokens;
  }

  /** Returns the principals of the file, as they were at most one second ago. */
  Tokens current() {
    if (look.tryLock()) {
      try {
        long nowNs = clock.nanoTime();
        if (nowNs - lookedNs >= LOOK_INTERVAL_NS) {
          lookedNs = nowNs;
          readIfChanged();
        }
      } finally {
        look.unlock();
      }
    }
    return known.tokens();
  }

  private void readIfChanged() {
    FileStamp stamp = FileStamp.of(file).orElse(null);
    if (stamp == null) {
      LOG.warn("the tokens file {} cannot be read; the last principals stay in effect", file);
    } else if (!stamp.equals(known.stamp())) {
      Tokens tokens = known.tokens();
      try {
        tokens = read();
        LOG.info("the tokens file {} was read again: {} principals", file, tokens.size());
      } catch (YardmasterException e) {
        LOG.error("the tokens file is invalid; the last principals stay: {}", e.getMessage());
      }
      known = new Known(stamp, tokens);
    }
  }

  private Tokens read() {
    List<String> lines = SecretFile.read(OPTION, file).lines().toList();
    return Tokens.parse(file.toString(), lines);
  }

  @Override
  public String toString() {
    return "TokensFile(" + file + ", " + known.tokens() + ")";
  }
}
