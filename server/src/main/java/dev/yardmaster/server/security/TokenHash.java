package dev.yardmaster.server.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * The SHA-256 of a token, which the tokens file stores instead of the token. A token has 256 random
 * bits and cannot be guessed, so the hash needs no salt and no repeated iterations.
 */
final class TokenHash {

  static final String PREFIX = "sha256:";

  private static final Pattern FORM = Pattern.compile(PREFIX + "[0-9a-f]{64}");

  private final byte[] hash;

  private TokenHash(byte[] hash) {
    this.hash = hash;
  }

  static TokenHash of(String token) {
    try {
      return new TokenHash(
          MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /**
   * Parses a hash in the format of a tokens file.
   *
   * @throws IllegalArgumentException if the text is not a hash
   */
  static TokenHash parse(String text) {
    if (!FORM.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "a token's hash is " + PREFIX + " and 64 hexadecimal digits in lower case");
    }
    return new TokenHash(HexFormat.of().parseHex(text, PREFIX.length(), text.length()));
  }

  /** Returns the text that {@link #parse} accepts. */
  String format() {
    return PREFIX + HexFormat.of().formatHex(hash);
  }

  /**
   * Returns whether both hashes are equal. The time of the comparison does not depend on the
   * position of the first difference.
   */
  boolean matches(TokenHash other) {
    return MessageDigest.isEqual(hash, other.hash);
  }

  @Override
  public String toString() {
    return "TokenHash";
  }
}
