package dev.yardmaster.observation;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.GlobalObservationConvention;
import io.micrometer.observation.Observation;
import org.jspecify.annotations.Nullable;

/**
 * Defines the name and the tags of an observation. To replace them, register a subclass with {@code
 * ObservationRegistry.observationConfig().observationConvention}.
 *
 * <p>Meters have the tags {@code operation}, {@code procedure} and {@code outcome}. The value of
 * {@code outcome} is {@code committed}, {@code aborted}, {@code rejected} or {@code unknown}; while
 * the transaction is in progress, it is {@code none}. Spans also have the tags {@code restarts},
 * {@code cause}, {@code commit.version} and {@code transaction.id}, as far as the transaction has
 * these values.
 */
public class TransactionObservationConvention
    implements GlobalObservationConvention<TransactionContext> {

  /** The name of the observation, and of its timer. */
  public static final String NAME = "yardmaster.transaction";

  private static final String NONE = "none";

  /** Creates the convention. */
  public TransactionObservationConvention() {}

  @Override
  public String getName() {
    return NAME;
  }

  @Override
  public String getContextualName(TransactionContext context) {
    String procedure = context.procedure();
    return procedure == null ? context.operation() : context.operation() + " " + procedure;
  }

  @Override
  public KeyValues getLowCardinalityKeyValues(TransactionContext context) {
    return KeyValues.of(
        "operation", context.operation(),
        "procedure", procedureOf(context),
        "outcome", nameOf(context.outcome()));
  }

  /**
   * Returns the value of the tag {@code procedure}. The name of an unknown procedure is not used,
   * because callers could create any number of tag values.
   */
  private static String procedureOf(TransactionContext context) {
    String procedure = context.procedure();
    boolean isUnknown =
        context.outcome() instanceof Outcome.Rejected<?> rejected
            && rejected.error().code() == ErrorCode.UNKNOWN_PROCEDURE;
    return procedure == null ? NONE : isUnknown ? "unknown" : procedure;
  }

  private static String nameOf(@Nullable Outcome<?> outcome) {
    if (outcome == null) {
      return NONE;
    }
    if (outcome instanceof Outcome.Committed) {
      return "committed";
    }
    if (outcome instanceof Outcome.Aborted) {
      return "aborted";
    }
    return outcome instanceof Outcome.Unknown ? "unknown" : "rejected";
  }

  @Override
  public KeyValues getHighCardinalityKeyValues(TransactionContext context) {
    KeyValues values = KeyValues.empty();
    Outcome<?> outcome = context.outcome();
    if (outcome instanceof Outcome.Committed<?> committed) {
      values =
          values.and(
              "restarts", String.valueOf(committed.restarts()),
              "commit.version", String.valueOf(committed.commitVersion()));
    } else if (outcome instanceof Outcome.Aborted<?> aborted) {
      values =
          values.and(
              "restarts", String.valueOf(aborted.restarts()), "cause", aborted.cause().name());
    }
    return context.options().id() == null
        ? values
        : values.and("transaction.id", String.valueOf(context.options().id()));
  }

  @Override
  public boolean supportsContext(Observation.Context context) {
    return context instanceof TransactionContext;
  }
}
