package dev.yardmaster.api.logic;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.api.YardmasterException;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The procedures of a service by their names; none is ever taken away. Any thread.
 *
 * @param <P> what the service knows of a procedure
 */
public final class ProcedureRegistry<P extends RegisteredProcedure> {

  private final Map<String, P> byName = new ConcurrentHashMap<>();

  /**
   * Makes a procedure known; {@link ProcedureName#of} has checked its name. False if it is known
   * already: then what was registered first stays.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_PROCEDURE} if the name is another procedure's
   */
  public boolean add(P registered) {
    P known = byName.putIfAbsent(registered.name(), registered);
    if (known != null) {
      ProcedureName.requireFree(registered.name(), known.procedure(), registered.procedure());
    }
    return known == null;
  }

  /** What is registered under a name; null for nothing, and for a name that is null. */
  public P find(String name) {
    return name == null ? null : byName.get(name);
  }

  /** What a procedure was registered as; null if its name is not known, or is another's. */
  public P find(Procedure<?, ?> procedure) {
    P registered = find(Objects.requireNonNull(procedure, "procedure").name());
    return registered != null && registered.procedure().equals(procedure) ? registered : null;
  }

  /**
   * How the results of logic are kept; null if that is not known.
   *
   * @param logic a procedure's name, or {@link ProcedureName#LAMBDA}
   */
  public ValueCodec<Object> codecOf(String logic) {
    if (logic.equals(ProcedureName.LAMBDA)) {
      return ValueCodec.basic();
    }
    P registered = find(logic);
    return registered == null ? null : registered.codec();
  }

  /** All that are registered, as they come; those of later may or may not be seen. */
  public Collection<P> all() {
    return Collections.unmodifiableCollection(byName.values());
  }

  /** The outcome of a submission of a procedure that is not found. */
  public static <R> Outcome<R> unknown(String name) {
    return new Outcome.Rejected<>(
        new YardmasterException(
            ErrorCode.UNKNOWN_PROCEDURE, "no such procedure is registered", "name", name));
  }
}
