package dev.yardmaster.server.cli;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.server.config.NearestName;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reports an error to the user in one line. Only a bug is reported with its stack trace. */
final class OneLineErrors implements IParameterExceptionHandler, IExecutionExceptionHandler {

  private static final Set<ErrorCode> OF_A_DISK =
      Set.of(ErrorCode.IO_FAILED, ErrorCode.DIRECTORY_IN_USE, ErrorCode.DAMAGED);

  private static final Set<ErrorCode.Category> OF_A_SERVER =
      Set.of(ErrorCode.Category.REFUSED, ErrorCode.Category.DENIED);

  @Override
  public int handleParseException(ParameterException wrong, String[] args) {
    return print(wrong.getCommandLine(), wrong.getMessage() + nearName(wrong), ExitCode.USAGE);
  }

  /**
   * If the error is an unknown option or command, returns a question that names the most similar
   * valid option or command. Otherwise returns an empty text.
   */
  private static String nearName(ParameterException wrong) {
    if (!(wrong instanceof UnmatchedArgumentException unknown)) {
      return "";
    }
    CommandSpec command = wrong.getCommandLine().getCommandSpec();
    Set<String> names = new TreeSet<>(command.optionsMap().keySet());
    names.addAll(command.subcommands().keySet());
    String given = unknown.getUnmatched().get(0).split("=", 2)[0];
    return NearestName.to(given, names).map(near -> ", did you mean " + near + "?").orElse("");
  }

  @Override
  public int handleExecutionException(
      Exception failure, CommandLine command, ParseResult parseResult) throws Exception {
    if (failure instanceof YardmasterException error && error.code() == ErrorCode.BAD_CONFIG) {
      return print(command, error.getMessage(), ExitCode.USAGE);
    }
    if (failure instanceof YardmasterException error
        && (OF_A_DISK.contains(error.code()) || OF_A_SERVER.contains(error.code().category()))) {
      return print(command, error.getMessage(), ExitCode.SOFTWARE);
    }
    if (failure instanceof CommandFailure || failure instanceof IOException) {
      return print(command, inWords(failure), ExitCode.SOFTWARE);
    }
    throw failure;
  }

  /**
   * Returns the exception's message. If the message is only a file name, the exception's name
   * precedes it.
   */
  private static String inWords(Exception failure) {
    return failure instanceof FileSystemException error && error.getReason() == null
        ? error.getClass().getSimpleName() + ": " + error.getMessage()
        : failure.getMessage();
  }

  private static int print(CommandLine command, String message, int exitCode) {
    String line = String.valueOf(message).replaceAll("\\s*\\R\\s*", " ");
    command
        .getErr()
        .println(
            command.getCommandSpec().qualifiedName()
                + ": "
                + line
                + (exitCode == ExitCode.USAGE ? " (see --help)" : ""));
    command.getErr().flush();
    return exitCode;
  }
}
