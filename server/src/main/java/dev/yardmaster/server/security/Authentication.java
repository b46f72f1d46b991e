package dev.yardmaster.server.security;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.server.config.ServerConfig;
import dev.yardmaster.server.config.ServerOptions;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import org.agrona.concurrent.EpochClock;

/**
 * Identifies clients by the credentials of their connections. A token takes precedence over a
 * certificate: a client with a wrong token is refused even if its certificate is valid. This class
 * is thread-safe.
 */
public final class Authentication implements Identification {

  private static final int MAX_TOKEN_CHARS = 512;
  private static final String UNKNOWN_TOKEN = "the token is not known";
  private static final Authentication OFF = new Authentication(null, () -> 0);

  private final TokensFile tokens;
  private final EpochClock clock;

  private Authentication(TokensFile tokens, EpochClock clock) {
    this.tokens = tokens;
    this.clock = clock;
  }

  /**
   * Returns an authentication that accepts every client as {@link Principal#ANONYMOUS}, which has
   * all rights.
   */
  public static Authentication off() {
    return OFF;
  }

  /**
   * Returns an authentication by a tokens file. Only the principals of the file may connect.
   *
   * @param clock the clock that determines whether a credential has expired
   */
  public static Authentication by(TokensFile tokens, EpochClock clock) {
    return new Authentication(tokens, clock);
  }

  /**
   * Returns the authentication for a configuration.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if the tokens file is not usable
   */
  public static Authentication of(ServerConfig config, EpochClock clock) {
    return config
        .get(ServerOptions.TOKENS_FILE)
        .map(file -> by(TokensFile.open(file), clock))
        .orElse(OFF);
  }

  /**
   * Reads the tokens file again if the file has changed. One thread calls this method every second.
   */
  public void look() {
    if (tokens != null) {
      tokens.look();
    }
  }

  /** Returns the reason why the tokens file is not in effect; empty if the file is in effect. */
  public Optional<String> warning() {
    return tokens == null
        ? Optional.empty()
        : tokens.problem().map(why -> "the tokens file is not in effect: " + why);
  }

  /** Returns whether clients must authenticate. */
  public boolean isOn() {
    return tokens != null;
  }

  /** {@inheritDoc} A token takes precedence over a certificate. */
  @Override
  public Credential identify(String token, X509Certificate certificate) {
    Credential credential;
    if (tokens == null) {
      return () -> Principal.ANONYMOUS;
    } else if (token != null && !token.isEmpty()) {
      credential = ofToken(token);
    } else if (certificate != null) {
      credential = ofCertificate(certificate);
    } else {
      throw refused("a token or a certificate is needed");
    }
    credential.principal();
    return credential;
  }

  private Credential ofToken(String token) {
    // This check precedes the hashing of the token. No generated token exceeds MAX_TOKEN_CHARS.
    if (token.length() > MAX_TOKEN_CHARS) {
      throw refused(UNKNOWN_TOKEN);
    }
    TokenHash hash = TokenHash.of(token);
    return new Granted(known -> known.ofToken(hash), Grant.FOREVER, () -> refused(UNKNOWN_TOKEN));
  }

  private Credential ofCertificate(X509Certificate certificate) {
    String name = commonName(certificate);
    return new Granted(
        known -> known.ofCertificate(name),
        certificate.getNotAfter().toInstant(),
        () ->
            new YardmasterException(
                ErrorCode.UNAUTHENTICATED,
                "no principal has this certificate",
                "commonName",
                name));
  }

  /** A credential that is valid by the tokens file. */
  private final class Granted implements Credential {
    private final Function<Tokens, Optional<Grant>> lookup;
    private final Instant notAfter;
    private final Supplier<YardmasterException> unknown;
    private Tokens seen;
    private Grant grant;

    Granted(
        Function<Tokens, Optional<Grant>> lookup,
        Instant notAfter,
        Supplier<YardmasterException> unknown) {
      this.lookup = lookup;
      this.notAfter = notAfter;
      this.unknown = unknown;
    }

    @Override
    public Principal principal() {
      Tokens now = tokens.current();
      if (now != seen) {
        grant = lookup.apply(now).orElseThrow(unknown);
        seen = now;
      }
      Instant time = Instant.ofEpochMilli(clock.time());
      if (!time.isBefore(grant.until()) || time.isAfter(notAfter)) {
        throw refused("the credential has expired");
      }
      return grant.principal();
    }
  }

  private static String commonName(X509Certificate certificate) {
    try {
      List<String> names =
          new LdapName(certificate.getSubjectX500Principal().getName())
              .getRdns().stream()
                  .filter(rdn -> rdn.getType().equalsIgnoreCase("CN"))
                  .map(rdn -> String.valueOf(rdn.getValue()))
                  .toList();
      if (names.size() == 1 && Principal.isName(names.get(0))) {
        return names.get(0);
      }
    } catch (InvalidNameException e) {
      // The code below reports the failure.
    }
    throw refused("the certificate must have exactly one common name that is a valid principal");
  }

  private static YardmasterException refused(String text) {
    return new YardmasterException(ErrorCode.UNAUTHENTICATED, text);
  }
}
