package dev.yardmaster.api.logic;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.ValueCodec;
import java.lang.reflect.Method;
import java.util.Objects;

/**
 * A procedure and what is known of it from the moment when it was registered. A service that knows
 * more of a procedure extends it. What is here does not change; any thread.
 */
public class RegisteredProcedure {

  private final String name;
  private final Procedure<Object, Object> procedure;
  private final boolean hasRounds;
  private final ValueCodec<Object> argumentCodec;
  private final ValueCodec<Object> codec;

  /**
   * Asks a procedure for its codecs.
   *
   * @param name as it has said
   */
  @SuppressWarnings("unchecked") // The service's methods pair a procedure with its argument's type.
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

  /** The name that it said when it was registered. */
  public final String name() {
    return name;
  }

  /** The procedure itself. */
  public final Procedure<Object, Object> procedure() {
    return procedure;
  }

  /** Whether it may declare keys that follow from what it reads. */
  public final boolean hasRounds() {
    return hasRounds;
  }

  /** How its arguments travel. */
  public final ValueCodec<Object> argumentCodec() {
    return argumentCodec;
  }

  /** How its results travel and are kept. */
  public final ValueCodec<Object> codec() {
    return codec;
  }
}
