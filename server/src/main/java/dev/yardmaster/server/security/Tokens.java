package dev.yardmaster.server.security;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The principals of a tokens file. Instances are immutable. A line is {@code name roles
 * sha256:HASH} for a principal with a token. A line is {@code name roles certificate} for a
 * principal whose certificate has {@code name} as its common name. Three options may follow: {@code
 * tables=} and {@code procedures=} give the {@link NamePatterns} of the tables and procedures to
 * which the roles apply, and {@code until=} gives the instant at which the credential expires. A
 * principal with {@code tables=} but without {@code procedures=} may call no procedure, because
 * procedures use any table. A line that begins with {@code #} is a comment. A principal may have
 * several tokens with the same rights, so that a new token can replace an old token.
 */
public final class Tokens {

  static final String CERTIFICATE = "certificate";

  static final String TABLES = "tables";
  static final String PROCEDURES = "procedures";
  static final String UNTIL = "until";

  private static final int FIELDS = 3;

  private record TokenLine(TokenHash hash, Grant grant) {}

  private final List<TokenLine> tokens = new ArrayList<>();
  private final Map<String, Grant> certificates = new HashMap<>();
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
    if (fields.length < FIELDS) {
      throw new IllegalArgumentException(
          "a line of a tokens file is: name roles sha256:HASH, or: name roles certificate");
    }
    Grant grant = grant(fields);
    Principal principal = grant.principal();
    Principal known = principals.putIfAbsent(principal.name(), principal);
    if (known != null && !known.equals(principal)) {
      throw new IllegalArgumentException("another line gives this principal other rights");
    }
    if (fields[2].equals(CERTIFICATE)) {
      if (certificates.put(principal.name(), grant) != null) {
        throw new IllegalArgumentException("another line has this certificate");
      }
    } else {
      TokenHash hash = TokenHash.parse(fields[2]);
      if (tokens.stream().anyMatch(line -> line.hash().matches(hash))) {
        throw new IllegalArgumentException("another line has this token");
      }
      tokens.add(new TokenLine(hash, grant));
    }
  }

  private static Grant grant(String[] fields) {
    Map<String, String> options = new HashMap<>();
    for (int i = FIELDS; i < fields.length; i++) {
      String[] option = fields[i].split("=", 2);
      if (option.length < 2 || !Set.of(TABLES, PROCEDURES, UNTIL).contains(option[0])) {
        throw new IllegalArgumentException(
            "the options of a line are tables=NAMES, procedures=NAMES and until=INSTANT");
      }
      if (options.put(option[0], option[1]) != null) {
        throw new IllegalArgumentException("an option is given twice");
      }
    }
    Principal principal =
        Principal.of(
            fields[0], Role.parse(fields[1]), options.get(TABLES), options.get(PROCEDURES));
    String until = options.get(UNTIL);
    return new Grant(principal, until == null ? Grant.FOREVER : instant(until));
  }

  /**
   * Parses the end of a credential.
   *
   * @throws IllegalArgumentException if the text is not an instant
   */
  public static Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          "a credential ends at an instant such as 2027-01-31T00:00:00Z", e);
    }
  }

  /** Returns the line of a credential. */
  static String line(Grant grant, String credential) {
    Principal principal = grant.principal();
    StringBuilder line = new StringBuilder();
    line.append(principal.name()).append(' ');
    line.append(
        principal.roles().stream().sorted().map(Role::label).collect(Collectors.joining(",")));
    line.append(' ').append(credential);
    if (!principal.tables().equals(NamePatterns.ALL)) {
      line.append(' ' + TABLES + '=').append(principal.tables().format());
    }
    if (!principal.procedures().equals(Principal.defaultProcedures(principal.tables()))) {
      line.append(' ' + PROCEDURES + '=').append(principal.procedures().format());
    }
    if (!grant.until().equals(Grant.FOREVER)) {
      line.append(' ' + UNTIL + '=').append(grant.until());
    }
    return line.toString();
  }

  /**
   * Returns the grant of a token. Compares all tokens, so that the time does not reveal the token
   * that matched.
   */
  Optional<Grant> ofToken(TokenHash shown) {
    Grant found = null;
    for (TokenLine line : tokens) {
      if (line.hash().matches(shown)) {
        found = line.grant();
      }
    }
    return Optional.ofNullable(found);
  }

  /** Returns the grant of the certificates with this common name. */
  Optional<Grant> ofCertificate(String commonName) {
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
