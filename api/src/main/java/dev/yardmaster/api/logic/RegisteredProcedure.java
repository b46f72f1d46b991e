package dev.yardmaster.api.logic;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.codec.ProcedureCodecs;
import java.lang.reflect.Method;

/**
 * A procedure with its properties as of its registration. A service that needs more properties
 * extends this class. Instances are immutable; any thread may use them.
 */
public class RegisteredProcedure {

  private final String name;
  private final Procedure<Object, Object> procedure;
  private final boolean hasRounds;
  private final ProcedureCodecs codecs;

  /**
   * Chooses the procedure's codecs.
   *
   * @param name the name that the procedure returned
   */
  @SuppressWarnings("unchecked") // The service passes only arguments of the procedure's type.
  public RegisteredProcedure(String name, Procedure<?, ?> procedure) {
    this.name = name;
    this.procedure = (Procedure<Object, Object>) procedure;
    hasRounds = overridesDeclareNext(procedure.getClass());
    codecs = ProcedureCodecs.of(procedure);
  }

  /**
   * Creates an entry for another procedure, with the name, the rounds and the codecs of a
   * registered procedure.
   *
   * @param procedure the other procedure; it may declare keys in several rounds only if the
   *     registered procedure declares keys in several rounds
   */
  @SuppressWarnings("unchecked") // As in the other constructor.
  protected RegisteredProcedure(RegisteredProcedure registered, Procedure<?, ?> procedure) {
    this.name = registered.name;
    this.procedure = (Procedure<Object, Object>) procedure;
    hasRounds = registered.hasRounds;
    codecs = registered.codecs;
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
    return codecs.argument();
  }

  /** Returns the codec of the procedure's results, for sending and keeping them. */
  public final ValueCodec<Object> codec() {
    return codecs.result();
  }

  /**
   * Checks that the types of the argument and the result have codecs, for a service that sends
   * arguments and results.
   *
   * @throws YardmasterException in the same cases as {@link ProcedureCodecs#requireTypes}
   */
  public final void requireTypes() {
    codecs.requireTypes();
  }
}
