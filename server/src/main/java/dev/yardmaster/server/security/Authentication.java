package dev.yardmaster.server.security;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.server.config.ServerConfig;
import dev.yardmaster.server.config.ServerOptions;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import org.agrona.concurrent.NanoClock;

/**
 * Identifies clients by the credentials of their connections. A token takes precedence over a
 * certificate: a client with a wrong token is refused even if its certificate is valid. This class
 * is thread-safe.
 */
public final class Authentication {

  private static final int MAX_TOKEN_CHARS = 512;
  private static final Authentication OFF = new Authentication(null);

  private final TokensFile tokens;

  private Authentication(TokensFile tokens) {
    this.tokens = tokens;
  }

  /**
   * Returns an authentication that accepts every client as {@link Principal#ANONYMOUS}, which has
   * all rights.
   */
  public static Authentication off() {
    return OFF;
  }

  /** Returns an authentication by a tokens file. Only the principals of the file may connect. */
  public static Authentication by(TokensFile tokens) {
    return new Authentication(tokens);
  }

  /**
   * Returns the authentication that the configuration demands.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if the tokens file is not usable
   */
  public static Authentication of(ServerConfig config, NanoClock clock) {
    return config
        .get(ServerOptions.TOKENS_FILE)
        .map(file -> by(TokensFile.open(file, clock)))
        .orElse(OFF);
  }

  /** Returns whether clients must authenticate. */
  public boolean isOn() {
    return tokens != null;
  }

  /**
   * Returns the principal with these credentials.
   *
   * @param token null or empty if the client sent none
   * @param certificate a certificate that TLS has verified; null if the client sent none
   * @throws YardmasterException {@link ErrorCode#UNAUTHENTICATED} if the credentials are unknown
   */
  public Principal principal(String token, X509Certificate certificate) {
    if (tokens == null) {
      return Principal.ANONYMOUS;
    }
    if (token != null && !token.isEmpty()) {
      return ofToken(token);
    }
    if (certificate != null) {
      return ofCertificate(certificate);
    }
    throw refused("a token or a certificate is needed");
  }

  private Principal ofToken(String token) {
    // This check precedes the hashing of the token. No generated token exceeds MAX_TOKEN_CHARS.
    if (token.length() > MAX_TOKEN_CHARS) {
      throw refused("the token is not known");
    }
    return tokens.current().ofToken(token).orElseThrow(() -> refused("the token is not known"));
  }

  private Principal ofCertificate(X509Certificate certificate) {
    String name = commonName(certificate);
    return tokens
        .current()
        .ofCertificate(name)
        .orElseThrow(
            () ->
                new YardmasterException(
                    ErrorCode.UNAUTHENTICATED,
                    "no principal has this certificate",
                    "commonName",
                    name));
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
      // Reported below.
    }
    throw refused("the certificate must have exactly one common name that is a valid principal");
  }

  private static YardmasterException refused(String text) {
    return new YardmasterException(ErrorCode.UNAUTHENTICATED, text);
  }
}
