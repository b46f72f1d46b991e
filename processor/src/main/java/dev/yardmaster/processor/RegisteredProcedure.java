package dev.yardmaster.processor;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.ValueCodec;
import java.lang.reflect.Method;
import java.util.Objects;

/**
 * A procedure and what is known of it from the moment when it was registered.
 *
 * @param name as it said then
 * @param hasRounds whether it may declare keys that follow from what it reads
 * @param argumentCodec how its arguments travel
 * @param codec how its results travel and are kept
 * @param repairs how its repairs go
 * @param number its number among the {@link ProcedureNames}
 */
record RegisteredProcedure(
    String name,
    Procedure<Object, Object> procedure,
    boolean hasRounds,
    ValueCodec<Object> argumentCodec,
    ValueCodec<Object> codec,
    RepairRecord repairs,
    int number) {

  static RegisteredProcedure of(String name, Procedure<?, ?> procedure) {
    return of(name, procedure, ProcedureNames.UNKNOWN);
  }

  @SuppressWarnings("unchecked") // The service's methods pair a procedure with its argument's type.
  static RegisteredProcedure of(String name, Procedure<?, ?> procedure, int number) {
    return new RegisteredProcedure(
        name,
        (Procedure<Object, Object>) procedure,
        overridesDeclareNext(procedure.getClass()),
        (ValueCodec<Object>) Objects.requireNonNull(procedure.argumentCodec(), "argumentCodec"),
        (ValueCodec<Object>) Objects.requireNonNull(procedure.resultCodec(), "resultCodec"),
        new RepairRecord(name),
        number);
  }

  private static boolean overridesDeclareNext(Class<?> type) {
    for (Method method : type.getMethods()) {
      if (method.getName().equals("declareNext") && method.getDeclaringClass() != Procedure.class) {
        return true;
      }
    }
    return false;
  }
}
