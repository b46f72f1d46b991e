package dev.yardmaster.server.security;

import java.security.SecureRandom;
import java.util.Base64;

/**
 * A token that was just generated. Only this object contains the token's text. The tokens file
 * stores a hash of the token, as part of {@link #line}.
 */
public final class NewToken {

  private static final int BYTES = 32;

  private final String text;

  private NewToken(String text) {
    this.text = text;
  }

  /** Generates a token of 256 random bits. */
  public static NewToken draw(SecureRandom random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return new NewToken(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /**
   * Returns the secret. The secret has 43 characters, which are valid in an HTTP header and in an
   * environment variable.
   */
  public String text() {
    return text;
  }

  /** Returns the line of the tokens file that grants the token. */
  public String line(Grant grant) {
    return Tokens.line(grant, TokenHash.of(text).format());
  }

  /** Returns the line of the tokens file that grants a certificate. */
  public static String certificateLine(Grant grant) {
    return Tokens.line(grant, Tokens.CERTIFICATE);
  }

  @Override
  public String toString() {
    return "NewToken";
  }
}
