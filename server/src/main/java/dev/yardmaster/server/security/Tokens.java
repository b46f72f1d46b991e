package dev.yardmaster.server.security;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The principals of a tokens file. Instances are immutable. A line is {@code name roles
 * sha256:HASH} for a principal with a token. A line is {@code name roles certificate} for a
 * principal whose certificate has {@code name} as its common name. A line that begins with {@code
 * #} is a comment. A principal may have several tokens with the same roles, so that a new token can
 * replace an old one.
 */
public final class Tokens {

  static final String CERTIFICATE = "certificate";

  private record TokenLine(TokenHash hash, Principal principal) {}

  private final List<TokenLine> tokens = new ArrayList<>();
  private final Map<String, Principal> certificates = new HashMap<>();
  private final Map<String, Principal> principals = new HashMap<>();

  private Tokens() {}

  /**
   * Parses the lines of a tokens file.
   *
   * @param file the file's name, for errors
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG}, with the number of the first invalid
   *     line, but not its content
   */
  public static Tokens parse(String file, List<String> lines) {
    Tokens tokens = new Tokens();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).trim();
      if (!line.isEmpty() && !line.startsWith("#")) {
        try {
          tokens.add(line.split("\\s+"));
        } catch (IllegalArgumentException e) {
          // The exception contains no cause and no line, because both may contain a secret.
          throw new YardmasterException(
              ErrorCode.BAD_CONFIG, e.getMessage(), "file", file, "line", i + 1);
        }
      }
    }
    return tokens;
  }

  private void add(String[] fields) {
    if (fields.length != 3) {
      throw new IllegalArgumentException(
          "a line of a tokens file is: name roles sha256:HASH, or: name roles certificate");
    }
    Principal principal = new Principal(fields[0], Role.parse(fields[1]));
    Principal known = principals.putIfAbsent(principal.name(), principal);
    if (known != null && !known.equals(principal)) {
      throw new IllegalArgumentException("another line gives this principal other roles");
    }
    if (fields[2].equals(CERTIFICATE)) {
      if (certificates.put(principal.name(), principal) != null) {
        throw new IllegalArgumentException("another line has this certificate");
      }
    } else {
      TokenHash hash = TokenHash.parse(fields[2]);
      if (tokens.stream().anyMatch(line -> line.hash().matches(hash))) {
        throw new IllegalArgumentException("another line has this token");
      }
      tokens.add(new TokenLine(hash, principal));
    }
  }

  /**
   * Returns the principal of a token. Compares all tokens, so that the time does not reveal the
   * token that matched.
   */
  Optional<Principal> ofToken(String token) {
    TokenHash shown = TokenHash.of(token);
    Principal found = null;
    for (TokenLine line : tokens) {
      if (line.hash().matches(shown)) {
        found = line.principal();
      }
    }
    return Optional.ofNullable(found);
  }

  /** Returns the principal whose certificates have this common name. */
  Optional<Principal> ofCertificate(String commonName) {
    return Optional.ofNullable(certificates.get(commonName));
  }

  /** Returns the number of principals. */
  public int size() {
    return principals.size();
  }

  @Override
  public String toString() {
    return "Tokens(principals=" + size() + ")";
  }
}
