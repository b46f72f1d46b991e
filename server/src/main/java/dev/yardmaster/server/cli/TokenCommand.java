package dev.yardmaster.server.cli;

import dev.yardmaster.server.security.NewToken;
import dev.yardmaster.server.security.Principal;
import dev.yardmaster.server.security.PrincipalFile;
import dev.yardmaster.server.security.Role;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.concurrent.Callable;
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
      "A principal may have several tokens with the same roles; delete a line to revoke its token."
    },
    footer = {
      "  yardmaster token orders --roles read,write --file tokens",
      "  yardmaster token metrics --roles admin --file tokens --certificate"
    })
public final class TokenCommand implements Callable<Integer> {

  private final SecureRandom random;

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
          "read, write (includes read) and admin (the server's figures, no data), separated by"
              + " commas.")
  private String roles;

  @Option(
      names = "--file",
      paramLabel = "<file>",
      defaultValue = "tokens",
      description = "The tokens file.")
  private Path file;

  @Option(
      names = "--certificate",
      description =
          "Generate no token; accept certificates whose common name is the principal's name.")
  private boolean certificate;

  /** Creates a command that generates tokens with this source of random numbers. */
  public TokenCommand(SecureRandom random) {
    this.random = random;
  }

  @Override
  public Integer call() throws IOException {
    Principal principal;
    try {
      principal = new Principal(name, Role.parse(roles));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    PrintWriter out = spec.commandLine().getOut();
    if (certificate) {
      PrincipalFile.append(file, NewToken.certificateLine(principal));
      out.println(file + " accepts certificates with the common name " + name);
    } else {
      NewToken token = NewToken.draw(random);
      PrincipalFile.append(file, token.line(principal));
      // The token is alone on its line, so that a script can read it.
      out.println(token.text());
    }
    out.flush();
    return ExitCode.OK;
  }
}
