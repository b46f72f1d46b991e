package dev.yardmaster.api.logic;

import dev.yardmaster.annotations.Shared;
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
 * The procedures of a service by their names. A procedure is never removed. Any thread may call any
 * method.
 *
 * @param <P> the service's class for a registered procedure
 */
public final class ProcedureRegistry<P extends RegisteredProcedure> {

  @Shared(
      writers = "threads that register a procedure",
      readers = "any thread",
      access = "ConcurrentHashMap; putIfAbsent, and entries are never removed")
  private final Map<String, P> byName = new ConcurrentHashMap<>();

  /**
   * Adds a procedure whose name was already checked by {@link ProcedureName#of}. Returns false if
   * the procedure was registered before; the registry then keeps the earlier entry.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_PROCEDURE} if another procedure has the name
   */
  public boolean add(P registered) {
    P known = byName.putIfAbsent(registered.name(), registered);
    if (known != null) {
      ProcedureName.requireFree(registered.name(), known.procedure(), registered.procedure());
    }
    return known == null;
  }

  /** Returns the entry under a name; null if there is no entry, or if the name is null. */
  public P find(String name) {
    return name == null ? null : byName.get(name);
  }

  /**
   * Returns a procedure's entry; null if the procedure's name is unknown, or belongs to another
   * procedure.
   */
  public P find(Procedure<?, ?> procedure) {
    P registered = find(Objects.requireNonNull(procedure, "procedure").name());
    return registered != null && registered.procedure().equals(procedure) ? registered : null;
  }

  /**
   * Returns the codec of a logic's results; null if the logic is unknown.
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

  /** Returns all entries. The iteration is weakly consistent with concurrent registrations. */
  public Collection<P> all() {
    return Collections.unmodifiableCollection(byName.values());
  }

  /** Returns the outcome of a submission of an unknown procedure. */
  public static <R> Outcome<R> unknown(String name) {
    return new Outcome.Rejected<>(
        new YardmasterException(
            ErrorCode.UNKNOWN_PROCEDURE, "no such procedure is registered", "name", name));
  }
}
