package dev.yardmaster.processor;

import dev.yardmaster.api.Procedure;

/**
 * A procedure and its name, asked for once, when it was registered.
 *
 * @param repairs how its repairs go
 */
record RegisteredProcedure(String name, Procedure<Object, Object> procedure, RepairRecord repairs) {

  @SuppressWarnings("unchecked") // The service's methods pair a procedure with its argument's type.
  static RegisteredProcedure of(String name, Procedure<?, ?> procedure) {
    return new RegisteredProcedure(
        name, (Procedure<Object, Object>) procedure, new RepairRecord(name));
  }
}
