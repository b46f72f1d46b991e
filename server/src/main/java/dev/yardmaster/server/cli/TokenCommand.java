package dev.yardmaster.server.cli;

import dev.yardmaster.server.security.Grant;
import dev.yardmaster.server.security.NewToken;
import dev.yardmaster.server.security.Principal;
import dev.yardmaster.server.security.PrincipalFile;
import dev.yardmaster.server.security.Role;
import dev.yardmaster.server.security.Tokens;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.agrona.concurrent.EpochClock;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Generates a token, or adds a certificate to the tokens file. */
@Command(
    name = "token",
    description = {
      "Generates a random token of 256 bits for a principal, prints it once, and adds its hash to"
          + " the tokens file; creates the file if it does not exist. A running server uses the new"
          + " line after at most one second.",
      "",
      "A principal may have several tokens with the same rights. Delete a line to revoke its token:"
          + " connections with this token end after at most two seconds."
    },
    footer = {
      "  yardmaster token orders --roles read,write --file tokens",
      "  yardmaster token reports --roles read --tables 'orders,stock.*' --until 2027-01-31T00:00:00Z",
      "  yardmaster token metrics --roles admin --file tokens --certificate"
    })
public final class TokenCommand implements Callable<Integer> {

  private final SecureRandom random;
  private final EpochClock clock;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "<name>",
      description = "The principal: 1 to 64 letters, digits and . _ @ : / + -.")
  private String name;

  @Option(
      names = "--roles",
      paramLabel = "<roles>",
      required = true,
      description =
          "read, write (includes read), lease (rows of another database, no data) and admin (the"
              + " server's figures, no data), separated by commas.")
  private String roles;

  @Option(
      names = "--file",
      paramLabel = "<file>",
      defaultValue = "tokens",
      description = "The tokens file.")
  private Path file;

  @Option(
      names = "--tables",
      paramLabel = "<names>",
      description =
          "The tables to which the roles apply, separated by commas; a name may end in *. Default:"
              + " all tables.")
  private String tables;

  @Option(
      names = "--procedures",
      paramLabel = "<names>",
      description =
          "The procedures that the principal may call with the role write, as in --tables. A"
              + " procedure may use all tables. Default: all procedures, but none with --tables.")
  private String procedures;

  @Option(
      names = "--until",
      paramLabel = "<instant>",
      description = "When the credential expires, such as 2027-01-31T00:00:00Z. Default: never.")
  private String until;

  @Option(
      names = "--certificate",
      description =
          "Generate no token; accept certificates whose common name is the principal's name.")
  private boolean certificate;

  /** Creates a command that generates tokens with this source of random numbers. */
  public TokenCommand(SecureRandom random, EpochClock clock) {
    this.random = random;
    this.clock = clock;
  }

  @Override
  public Integer call() throws IOException {
    Grant grant;
    try {
      grant = grant();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    PrintWriter out = spec.commandLine().getOut();
    if (certificate) {
      PrincipalFile.append(file, NewToken.certificateLine(grant));
      out.println(file + " accepts certificates with the common name " + name);
    } else {
      NewToken token = NewToken.draw(random);
      PrincipalFile.append(file, token.line(grant));
      // The token is alone on its line, so that a script can read it.
      out.println(token.text());
    }
    out.flush();
    return ExitCode.OK;
  }

  private Grant grant() {
    Instant end = until == null ? Grant.FOREVER : Tokens.instant(until);
    if (!end.isAfter(Instant.ofEpochMilli(clock.time()))) {
      throw new IllegalArgumentException("--until is in the past: " + until);
    }
    return new Grant(Principal.of(name, Role.parse(roles), tables, procedures), end);
  }
}
