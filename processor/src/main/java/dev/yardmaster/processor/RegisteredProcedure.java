package dev.yardmaster.processor;

import dev.yardmaster.api.Procedure;

/** A procedure and its name, asked for once, when it was registered. */
record RegisteredProcedure(String name, Procedure<Object, Object> procedure) {

  @SuppressWarnings("unchecked") // The service's methods pair a procedure with its argument's type.
  static RegisteredProcedure of(String name, Procedure<?, ?> procedure) {
    return new RegisteredProcedure(name, (Procedure<Object, Object>) procedure);
  }
}
