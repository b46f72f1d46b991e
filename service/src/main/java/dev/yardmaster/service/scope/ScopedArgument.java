package dev.yardmaster.service.scope;

/**
 * An argument of a {@link ScopedProcedure}.
 *
 * @param argument the argument of the procedure itself
 * @param scope what surrounds the procedure in this call
 */
public record ScopedArgument(Object argument, LogicScope scope) {}
