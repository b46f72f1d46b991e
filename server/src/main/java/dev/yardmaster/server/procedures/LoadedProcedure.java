package dev.yardmaster.server.procedures;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.ProcedureName;
import java.nio.file.Path;

/**
 * A procedure with what a message about it needs.
 *
 * @param name what the procedure said when it was loaded; null if it said nothing
 */
record LoadedProcedure(Path jar, String name, Procedure<?, ?> procedure) {

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
    try {
      ProcedureName.check(name);
    } catch (YardmasterException refused) {
      throw bad(refused.text());
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
