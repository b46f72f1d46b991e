package dev.yardmaster.api.logic;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.ValueCodec;
import java.lang.reflect.Method;
import java.util.Objects;

/**
 * A procedure, with its properties as they were at its registration. A service that needs more
 * properties extends this class. Instances are immutable; any thread may use them.
 */
public class RegisteredProcedure {

  private final String name;
  private final Procedure<Object, Object> procedure;
  private final boolean hasRounds;
  private final ValueCodec<Object> argumentCodec;
  private final ValueCodec<Object> codec;

  /**
   * Reads the procedure's codecs.
   *
   * @param name the name that the procedure returned
   */
  @SuppressWarnings(
      "unchecked") // The cast is safe because the service passes to each procedure only arguments
  // of its type.
  public RegisteredProcedure(String name, Procedure<?, ?> procedure) {
    this.name = name;
    this.procedure = (Procedure<Object, Object>) procedure;
    hasRounds = overridesDeclareNext(procedure.getClass());
    argumentCodec =
        (ValueCodec<Object>) Objects.requireNonNull(procedure.argumentCodec(), "argumentCodec");
    codec = (ValueCodec<Object>) Objects.requireNonNull(procedure.resultCodec(), "resultCodec");
  }

  private static boolean overridesDeclareNext(Class<?> type) {
    for (Method method : type.getMethods()) {
      if (method.getName().equals("declareNext") && method.getDeclaringClass() != Procedure.class) {
        return true;
      }
    }
    return false;
  }

  /** Returns the name at the time of registration. */
  public final String name() {
    return name;
  }

  /** Returns the procedure. */
  public final Procedure<Object, Object> procedure() {
    return procedure;
  }

  /** Returns whether the procedure may declare further keys after a round of reads. */
  public final boolean hasRounds() {
    return hasRounds;
  }

  /** Returns the codec of the procedure's arguments. */
  public final ValueCodec<Object> argumentCodec() {
    return argumentCodec;
  }

  /** Returns the codec of the procedure's results, for sending and keeping them. */
  public final ValueCodec<Object> codec() {
    return codec;
  }
}
