package dev.yardmaster.server.procedures;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.YardmasterException;
import java.nio.file.Path;

/**
 * A procedure with what a message about it needs.
 *
 * @param name what the procedure said when it was loaded; null if it said nothing
 */
record LoadedProcedure(Path jar, String name, Procedure<?, ?> procedure) {

  private static final int MAX_NAME_CHARS = 128;

  /** Asks the procedure for its name; what it throws names it. */
  static LoadedProcedure of(Path jar, Procedure<?, ?> procedure) {
    try {
      return new LoadedProcedure(jar, procedure.name(), procedure);
    } catch (RuntimeException | LinkageError e) {
      throw bad("the procedure's name() threw " + e, e, jar, null, procedure);
    }
  }

  /** Refuses what a service would not register, while the jar is still known. */
  void check() {
    if (name == null || name.isEmpty() || name.length() > MAX_NAME_CHARS) {
      throw bad("a procedure's name has 1 to " + MAX_NAME_CHARS + " characters");
    }
    if (name.startsWith(Key.RESERVED_PREFIX)) {
      throw bad("names that begin with " + Key.RESERVED_PREFIX + " are the service's own");
    }
    try {
      if (procedure.argumentCodec() == null || procedure.resultCodec() == null) {
        throw bad("the procedure has codecs for its argument and its result");
      }
    } catch (LinkageError e) {
      throw bad("the procedure's codecs cannot be loaded: " + e, e, jar, name, procedure);
    }
  }

  YardmasterException bad(String text) {
    return bad(text, null, jar, name, procedure);
  }

  private static YardmasterException bad(
      String text, Throwable cause, Path jar, String name, Procedure<?, ?> procedure) {
    return new YardmasterException(
        ErrorCode.BAD_CONFIG,
        text,
        cause,
        "name",
        name,
        "class",
        procedure.getClass().getName(),
        "jar",
        jar);
  }

  @Override
  public String toString() {
    return procedure.getClass().getName() + " of " + jar;
  }
}
