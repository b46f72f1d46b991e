package dev.yardmaster.api.logic;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.YardmasterException;
import java.util.Objects;

/** The rules for procedures' names. */
public final class ProcedureName {

  /** The maximum number of characters of a name. */
  public static final int MAX_LENGTH = 128;

  /** The name that is used for the logic of a lambda. */
  public static final String LAMBDA = "";

  private ProcedureName() {}

  /**
   * Returns the name of a procedure that is about to be registered.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_PROCEDURE} if the name is null, empty, too
   *     long or reserved
   */
  public static String of(Procedure<?, ?> procedure) {
    String name = Objects.requireNonNull(procedure, "procedure").name();
    if (procedure != OneShot.PROCEDURE) {
      check(name);
    }
    return name;
  }

  /**
   * Checks a name.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_PROCEDURE} if the name is null, empty, too
   *     long or reserved
   */
  public static void check(String name) {
    if (name == null || name.isEmpty() || name.length() > MAX_LENGTH) {
      throw bad("a procedure's name has 1 to " + MAX_LENGTH + " characters", name);
    }
    if (name.startsWith(Key.RESERVED_PREFIX)) {
      throw bad(
          "names that begin with " + Key.RESERVED_PREFIX + " are reserved for the service", name);
    }
  }

  /**
   * Checks that no other procedure is registered under a name.
   *
   * @param known the procedure that is registered under the name; null if there is no such
   *     procedure
   * @throws YardmasterException {@link ErrorCode#BAD_PROCEDURE} if {@code known} is another
   *     procedure
   */
  public static void requireFree(String name, Procedure<?, ?> known, Procedure<?, ?> procedure) {
    if (known != null && !known.equals(procedure)) {
      throw bad("the name is taken by another procedure", name);
    }
  }

  private static YardmasterException bad(String text, String name) {
    return new YardmasterException(ErrorCode.BAD_PROCEDURE, text, "name", name);
  }
}
