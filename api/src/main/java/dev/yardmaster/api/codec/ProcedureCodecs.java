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
 * takes precedence. If the procedure returns {@link ValueCodec#basic}, the type that the
 * procedure's class declares determines the codec. If the declared type has no codec, the basic
 * codec is used, and {@link #requireTypes} refuses the procedure. A service in the same process can
 * still run such a procedure, because it does not encode arguments. Instances are immutable; any
 * thread may use them.
 */
public final class ProcedureCodecs {

  private static final int ARGUMENT = 0;
  private static final int RESULT = 1;

  private static final Set<Class<?>> BASIC =
      Set.of(Boolean.class, Integer.class, Long.class, Double.class, String.class, byte[].class);

  private final ValueCodec<Object> argument;
  private final ValueCodec<Object> result;

  /** The error if a declared type has no codec; otherwise null. */
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
   * <p>The argument codec refuses a record that a newer version of the class has written, because
   * the procedure must not ignore a part of the caller's request. The result codec skips the
   * components that only the newer version has.
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

  /**
   * Returns whether the type is a list class, such as ArrayList, whose elements the basic codec can
   * write.
   */
  private static boolean isListOfBasicValues(ValueType type) {
    return type.raw() != List.class
        && List.class.isAssignableFrom(type.raw())
        && BASIC.contains(type.as(List.class).arguments().get(0).raw());
  }

  /** Returns the argument codec. */
  public ValueCodec<Object> argument() {
    return argument;
  }

  /** Returns the result codec. */
  public ValueCodec<Object> result() {
    return result;
  }

  /**
   * Checks that the types of the argument and the result have codecs. A service that sends
   * arguments and results to another process calls this method when the procedure is registered.
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
