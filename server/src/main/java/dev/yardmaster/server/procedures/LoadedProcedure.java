package dev.yardmaster.server.procedures;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.codec.ProcedureCodecs;
import dev.yardmaster.api.logic.ProcedureName;
import java.nio.file.Path;

/**
 * A procedure with its jar and its name, which error messages need.
 *
 * @param name the name that the procedure returned when it was loaded; null if it returned no name
 */
record LoadedProcedure(Path jar, String name, Procedure<?, ?> procedure) {

  /**
   * Reads the procedure's name. If {@code name()} throws an exception, the error names the jar and
   * the class.
   */
  static LoadedProcedure of(Path jar, Procedure<?, ?> procedure) {
    try {
      return new LoadedProcedure(jar, procedure.name(), procedure);
    } catch (RuntimeException | LinkageError e) {
      throw bad("the procedure's name() threw " + e, e, jar, null, procedure);
    }
  }

  /**
   * Refuses a procedure that a service would not register. The error names the jar, which an error
   * of the service would not name.
   */
  void check() {
    try {
      ProcedureName.check(name);
    } catch (YardmasterException refused) {
      throw bad(refused.text());
    }
    try {
      if (procedure.argumentCodec() == null || procedure.resultCodec() == null) {
        throw bad("the procedure needs codecs for its argument and its result");
      }
      checkTypes();
    } catch (LinkageError | TypeNotPresentException e) {
      throw bad("the procedure's codecs cannot be loaded: " + e, e, jar, name, procedure);
    }
  }

  private void checkTypes() {
    try {
      ProcedureCodecs.of(procedure).requireTypes();
    } catch (YardmasterException refused) {
      throw bad(refused.getMessage(), refused, jar, name, procedure);
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
