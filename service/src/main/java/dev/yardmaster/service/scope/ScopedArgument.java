package dev.yardmaster.service.scope;

/**
 * An argument of a {@link ScopedProcedure}.
 *
 * @param argument the argument of the procedure itself
 * @param scope the scope of the call
 */
public record ScopedArgument(Object argument, LogicScope scope) {}
