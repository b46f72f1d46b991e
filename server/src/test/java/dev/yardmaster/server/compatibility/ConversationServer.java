package dev.yardmaster.server.compatibility;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.server.YardmasterServer;
import dev.yardmaster.server.config.ServerConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.agrona.concurrent.EpochClock;

/**
 * The server of the kept conversations. The server's configuration, procedures and clock must be
 * the same as when the conversations were recorded.
 */
final class ConversationServer {

  /** The time at which the conversations take place, which the ids of transactions contain. */
  static final long NOW_MS = 1_767_225_600_000L;

  static final String WRITER_TOKEN = "conversation-writer";
  static final String READER_TOKEN = "conversation-reader";

  /** The number of values that together are longer than a frame. */
  static final int LARGE_VALUES = 6;

  private static final int LARGE_VALUE_BYTES = 16_000;

  static final Procedure<Long, Long> DEPOSIT =
      new OneKey("deposit") {
        @Override
        Long run(long cents, Key key, Transaction transaction) {
          long balance = transaction.getLong(key) + cents;
          transaction.putLong(key, balance);
          return balance;
        }
      };

  static final Procedure<Long, Long> ABORT =
      new OneKey("abort") {
        @Override
        Long run(long cents, Key key, Transaction transaction) {
          throw transaction.abort("no " + cents + " cents");
        }
      };

  static final Procedure<Long, Long> FAIL =
      new OneKey("fail") {
        @Override
        Long run(long cents, Key key, Transaction transaction) {
          throw new IllegalStateException("planted");
        }
      };

  /** Writes a large value at the key with the given number. */
  static final Procedure<Long, Long> FILL =
      new OneKey("fill") {
        @Override
        Key key(long number) {
          return large(number);
        }

        @Override
        Long run(long number, Key key, Transaction transaction) {
          transaction.put(key, new byte[LARGE_VALUE_BYTES]);
          return number;
        }
      };

  private ConversationServer() {}

  static Key large(long number) {
    return Key.of("large", number);
  }

  /**
   * Starts a server.
   *
   * @param folder a folder for the server's tokens file
   */
  static YardmasterServer start(Path folder) throws IOException {
    Path tokens = folder.resolve("tokens");
    Files.write(
        tokens,
        List.of(
            "writer read,write sha256:" + hash(WRITER_TOKEN),
            "reader read sha256:" + hash(READER_TOKEN)));
    Files.setPosixFilePermissions(tokens, PosixFilePermissions.fromString("rw-------"));
    ServerConfig config =
        ServerConfig.builder()
            .set("listen", "127.0.0.1:0")
            .set("admin.listen", "none")
            .set("security.tokensFile", tokens.toString())
            .set("limits.maxFrameBytes", "80KiB")
            .set("limits.maxValueBytes", "16KiB")
            .set("limits.maxTransactionBytes", "16KiB")
            .set("limits.maxKeysPerTransaction", "16")
            .set("limits.maxInFlightPerConnection", "100")
            .set("limits.maxOpenInteractivePerConnection", "4")
            .set("timeouts.idle", "30s")
            .set("pipeline.mode", "base")
            .build();
    return YardmasterServer.start(
        config,
        List.of(DEPOSIT, ABORT, FAIL, FILL),
        new PipelineParts() {
          @Override
          public EpochClock epochClock() {
            return () -> NOW_MS;
          }
        });
  }

  private static String hash(String token) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A procedure that updates one key. */
  private abstract static class OneKey implements Procedure<Long, Long> {

    private final String name;

    OneKey(String name) {
      this.name = name;
    }

    abstract Long run(long argument, Key key, Transaction transaction);

    Key key(long argument) {
      return Key.of("balances", "all");
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void declare(Long argument, KeyDeclaration keys) {
      keys.update(key(argument));
    }

    @Override
    public Long execute(Long argument, Transaction transaction) {
      return run(argument, key(argument), transaction);
    }
  }
}
