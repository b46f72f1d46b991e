package dev.yardmaster.server.security;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A tokens file that is read again after a change. {@link #look} is called every second, by one
 * thread. If the file has become unusable, the class logs the error once and keeps the last valid
 * principals, and each call tries again. To avoid the use of a file that is being written, the
 * class requires that the last line is complete, and that the file does not change during the read.
 */
public final class TokensFile {

  private static final Logger LOG = LoggerFactory.getLogger(TokensFile.class);
  private static final String OPTION = "security.tokensFile";

  private final Path file;

  /** The state of the file when the present principals were read. */
  private FileStamp stamp;

  /** The state of the file at the last failure, so that each failure is logged once. */
  private FileStamp failedAt;

  /** The reason why the file is not in effect; null if the file is in effect. */
  @Shared(
      writers = "the thread that checks the file",
      readers = "the admin thread",
      access = "volatile")
  private volatile String problem;

  @Shared(
      writers = "the thread that checks the file",
      readers = "all threads that authenticate a client",
      access = "volatile reference to an immutable object")
  private volatile Tokens known;

  private TokensFile(Path file) {
    this.file = file;
  }

  /**
   * Opens a tokens file and reads its principals.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if the file cannot be read, its
   *     permissions are too open, or a line is invalid
   */
  public static TokensFile open(Path file) {
    TokensFile tokens = new TokensFile(file);
    tokens.stamp = FileStamp.of(file).orElse(null);
    tokens.known = parse(file, SecretFile.read(OPTION, file));
    return tokens;
  }

  /**
   * Returns the principals of the file, as they were at the last check. Any thread may call this
   * method.
   */
  Tokens current() {
    return known;
  }

  /**
   * Returns the reason why the file is not in effect; empty if the file is in effect. Any thread
   * may call this method.
   */
  Optional<String> problem() {
    return Optional.ofNullable(problem);
  }

  /** Reads the file if it has changed. */
  void look() {
    FileStamp now = FileStamp.of(file).orElse(null);
    if (now != null && now.equals(stamp) && problem == null) {
      return;
    }
    try {
      String text = SecretFile.read(OPTION, file);
      if (!text.endsWith("\n")) {
        throw unusable("the last line must end with a line break");
      }
      Tokens tokens = parse(file, text);
      if (tokens.size() == 0) {
        throw unusable("the file has no principal");
      }
      if (now == null || !now.equals(FileStamp.of(file).orElse(null))) {
        throw unusable("the file is being changed");
      }
      known = tokens;
      stamp = now;
      problem = null;
      LOG.info("the tokens file {} was read again: {} principals", file, tokens.size());
    } catch (YardmasterException e) {
      if (!e.getMessage().equals(problem) || !Objects.equals(now, failedAt)) {
        LOG.error(
            "the tokens file is invalid; the last valid principals stay in effect: " + "{}",
            e.getMessage());
      }
      problem = e.getMessage();
      failedAt = now;
    }
  }

  private YardmasterException unusable(String why) {
    return new YardmasterException(ErrorCode.BAD_CONFIG, why, OPTION, file);
  }

  private static Tokens parse(Path file, String text) {
    return Tokens.parse(file.toString(), text.lines().toList());
  }

  @Override
  public String toString() {
    return "TokensFile(" + file + ", " + known + ")";
  }
}
