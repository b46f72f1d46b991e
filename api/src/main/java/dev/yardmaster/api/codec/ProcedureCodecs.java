package dev.yardmaster.api.codec;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.api.YardmasterException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The codecs of a procedure's arguments and results. A codec that the procedure itself returns
 * comes first. If the procedure returns {@link ValueCodec#basic}, the codec follows from the type
 * that the procedure's class declares. If the declared type has no codec, the basic codec stays,
 * and {@link #requireTypes} refuses the procedure: a service in the same process can run it, since
 * its arguments need no bytes there. Instances are immutable; any thread may use them.
 */
public final class ProcedureCodecs {

  private static final int ARGUMENT = 0;
  private static final int RESULT = 1;

  private static final Set<Class<?>> BASIC =
      Set.of(Boolean.class, Integer.class, Long.class, Double.class, String.class, byte[].class);

  private final ValueCodec<Object> argument;
  private final ValueCodec<Object> result;

  /** The error of a type that has no codec; otherwise null. */
  private final @Nullable YardmasterException refusal;

  private ProcedureCodecs(
      ValueCodec<Object> argument,
      ValueCodec<Object> result,
      @Nullable YardmasterException refusal) {
    this.argument = argument;
    this.result = result;
    this.refusal = refusal;
  }

  /**
   * Chooses the codecs of a procedure.
   *
   * <p>The codec of arguments refuses a record of a newer class: the procedure must not ignore what
   * its caller demands. The codec of results skips the further components.
   */
  @SuppressWarnings("unchecked") // The service passes to each codec only values of its type.
  public static ProcedureCodecs of(Procedure<?, ?> procedure) {
    ValueCodec<Object> argument =
        (ValueCodec<Object>) Objects.requireNonNull(procedure.argumentCodec(), "argumentCodec");
    ValueCodec<Object> result =
        (ValueCodec<Object>) Objects.requireNonNull(procedure.resultCodec(), "resultCodec");
    @Nullable YardmasterException refusal = null;
    if (procedure != OneShot.PROCEDURE) {
      ValueType declared = ValueType.of(procedure.getClass()).as(Procedure.class);
      try {
        argument = chosen(argument, declared.arguments().get(ARGUMENT), false, "the argument");
      } catch (YardmasterException unsupported) {
        refusal = unsupported.as(ErrorCode.BAD_ARGUMENT, "procedure", procedure.name());
      }
      try {
        result = chosen(result, declared.arguments().get(RESULT), true, "the result");
      } catch (YardmasterException unsupported) {
        refusal =
            refusal == null
                ? unsupported.as(ErrorCode.RESULT_NOT_KEPT, "procedure", procedure.name())
                : refusal;
      }
    }
    return new ProcedureCodecs(argument, result, refusal);
  }

  private static ValueCodec<Object> chosen(
      ValueCodec<Object> own, ValueType type, boolean skipsAdded, String where) {
    if (own != ValueCodec.basic() || isListOfBasicValues(type)) {
      return own;
    }
    ValueFormat format = new ValueFormats(skipsAdded).of(type, where);
    return format instanceof BasicTypes ? own : new TypedCodec(type, format);
  }

  /** Whether the type is a class of lists, such as ArrayList, that the basic codec can write. */
  private static boolean isListOfBasicValues(ValueType type) {
    return type.raw() != List.class
        && List.class.isAssignableFrom(type.raw())
        && BASIC.contains(type.as(List.class).arguments().get(0).raw());
  }

  /** Returns the codec of arguments. */
  public ValueCodec<Object> argument() {
    return argument;
  }

  /** Returns the codec of results. */
  public ValueCodec<Object> result() {
    return result;
  }

  /**
   * Checks that argument and result have codecs. A service that sends them calls this method when
   * the procedure is registered.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_ARGUMENT} if the argument's type has no codec,
   *     {@link ErrorCode#RESULT_NOT_KEPT} if the result's type has none
   */
  public void requireTypes() {
    if (refusal != null) {
      throw refusal;
    }
  }
}
