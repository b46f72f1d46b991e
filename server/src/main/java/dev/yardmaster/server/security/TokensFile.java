package dev.yardmaster.server.security;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A tokens file, read again when it has changed. It is looked at when somebody asks, each second at
 * most, so that a token that was added or taken out counts from the next handshake on. A file that
 * has become unusable is logged, and what it said last stays.
 *
 * <p>Any thread. The one that finds the file changed reads it; the others go on with what was.
 */
public final class TokensFile {

  private static final Logger LOG = LoggerFactory.getLogger(TokensFile.class);
  private static final String OPTION = "security.tokensFile";
  private static final long LOOK_INTERVAL_NS = 1_000_000_000L;

  /** What tells one state of the file from another. */
  private record Stamp(Object fileKey, long modifiedNs, long bytes) {

    static Stamp of(Path file) throws IOException {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      return new Stamp(
          attributes.fileKey(),
          attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS),
          attributes.size());
    }
  }

  /** What was read, and of which state of the file. */
  private record Known(Stamp stamp, Tokens tokens) {}

  private final Path file;
  private final NanoClock clock;

  /** Guards looking at the file; nobody waits for it. */
  private final ReentrantLock look = new ReentrantLock();

  private long lookedNs;
  private volatile Known known;

  private TokensFile(Path file, NanoClock clock) {
    this.file = file;
    this.clock = clock;
    lookedNs = clock.nanoTime();
  }

  /**
   * Reads the file.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if it cannot be read, too many can
   *     read it, or a line is wrong
   */
  public static TokensFile open(Path file, NanoClock clock) {
    TokensFile tokens = new TokensFile(file, clock);
    tokens.known = new Known(tokens.stamp(), tokens.read());
    return tokens;
  }

  /** The principals, as of a second ago at most. */
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
    Stamp stamp = stamp();
    if (stamp == null) {
      LOG.warn("the tokens file {} cannot be read; what it said last stays", file);
    } else if (!stamp.equals(known.stamp())) {
      Tokens tokens = known.tokens();
      try {
        tokens = read();
        LOG.info("the tokens file {} was read again: {} principals", file, tokens.size());
      } catch (YardmasterException e) {
        LOG.error("the tokens file was not taken; what it said last stays: {}", e.getMessage());
      }
      known = new Known(stamp, tokens);
    }
  }

  private Tokens read() {
    List<String> lines = SecretFile.read(OPTION, file).lines().toList();
    return Tokens.parse(file.toString(), lines);
  }

  /** Taken before the file is read, so that what changes meanwhile is read again. */
  private Stamp stamp() {
    try {
      return Stamp.of(file);
    } catch (IOException e) {
      return null;
    }
  }

  @Override
  public String toString() {
    return "TokensFile(" + file + ", " + known.tokens() + ")";
  }
}
