package dev.yardmaster.api.codec;

import dev.yardmaster.api.BasicReader;
import dev.yardmaster.api.BasicWriter;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.function.Function;

/**
 * Writes a record as the list of its components, in the order of their declaration. A newer version
 * of the class may add components at the end:
 *
 * <pre>
 *   a class with the components owner, cents, limit reads
 *   08 00000003 | owner | cents | limit            its own records
 *   08 00000002 | owner | cents                    older records: the limit is absent
 *   08 00000004 | owner | cents | limit | other    newer records: refused, or the other skipped
 * </pre>
 */
final class RecordFormat implements ValueFormat {

  /** The maximum number of components. Method handles support at most about 250 parameters. */
  static final int MAX_COMPONENTS = 100;

  private static final String COMPONENT = "component";
  private static final MethodType GETTER = MethodType.methodType(Object.class, Object.class);
  private static final MethodType CREATOR = MethodType.methodType(Object.class, Object[].class);

  private final Class<?> type;
  private final boolean skipsAdded;
  private final String[] names;
  private final MethodHandle[] getters;
  private final MethodHandle creator;
  private final ValueFormat[] formats;

  /**
   * Creates a format without the formats of the components, which {@link #complete} adds. A record
   * may contain itself, so its format must exist before the formats of its components.
   *
   * @param skipsAdded whether components of a newer class are skipped; otherwise records with such
   *     components are refused
   * @throws YardmasterException {@link ErrorCode#BAD_VALUE} if the record has too many components,
   *     or cannot be accessed
   */
  RecordFormat(Class<?> type, boolean skipsAdded) {
    this.type = type;
    this.skipsAdded = skipsAdded;
    RecordComponent[] components = type.getRecordComponents();
    if (components.length > MAX_COMPONENTS) {
      throw new YardmasterException(
          ErrorCode.BAD_VALUE,
          "a record with a codec has at most " + MAX_COMPONENTS + " components",
          "record",
          type.getName(),
          "components",
          components.length);
    }
    names = new String[components.length];
    getters = new MethodHandle[components.length];
    formats = new ValueFormat[components.length];
    Class<?>[] types = new Class<?>[components.length];
    try {
      for (int i = 0; i < components.length; i++) {
        names[i] = type.getSimpleName() + '.' + components[i].getName();
        types[i] = components[i].getType();
        Method getter = components[i].getAccessor();
        getter.setAccessible(true);
        getters[i] = MethodHandles.lookup().unreflect(getter).asType(GETTER);
      }
      Constructor<?> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      creator =
          MethodHandles.lookup()
              .unreflectConstructor(constructor)
              .asSpreader(Object[].class, types.length)
              .asType(CREATOR);
    } catch (ReflectiveOperationException | InaccessibleObjectException e) {
      throw new YardmasterException(
          ErrorCode.BAD_VALUE,
          "the codec cannot access the record; its module must open the package",
          e,
          "record",
          type.getName());
    }
  }

  /** Adds the formats of the components. */
  void complete(Function<RecordComponent, ValueFormat> formatOf) {
    Arrays.setAll(formats, i -> formatOf.apply(type.getRecordComponents()[i]));
  }

  @Override
  public void write(Object value, BasicWriter to) {
    to.beginList(getters.length);
    writeComponents(value, to);
    to.endList();
  }

  /** Returns the number of components. */
  int components() {
    return getters.length;
  }

  /** Writes the components, without the beginning and the end of a list. */
  void writeComponents(Object value, BasicWriter to) {
    var unused = type.cast(value);
    for (int i = 0; i < getters.length; i++) {
      try {
        Object component = (Object) getters[i].invokeExact(value);
        formats[i].write(component, to);
      } catch (Throwable thrown) { // An accessor may throw any exception or error.
        throw failure(thrown, ErrorCode.BAD_VALUE, "the component cannot be encoded", names[i]);
      }
    }
  }

  @Override
  public Object read(BasicReader from) {
    Object record = readComponents(from.beginList(), from);
    from.endList();
    return record;
  }

  /**
   * Reads components, and creates the record.
   *
   * @param count the number of components that were written
   */
  Object readComponents(int count, BasicReader from) {
    if (count > formats.length && !skipsAdded) {
      throw ValueFormat.damaged(
          "a newer class with more components has written the record",
          "record",
          type.getName(),
          "components",
          formats.length,
          "written",
          count);
    }
    Object[] components = new Object[formats.length];
    for (int i = 0; i < components.length; i++) {
      components[i] = i < count ? read(i, from) : formats[i].absent();
    }
    for (int i = components.length; i < count; i++) {
      var unused = from.readValue();
    }
    try {
      return (Object) creator.invokeExact(components);
    } catch (Throwable thrown) { // A constructor may throw any exception or error.
      throw failure(
          thrown,
          ErrorCode.DAMAGED,
          "the record's constructor refuses the components",
          type.getSimpleName());
    }
  }

  private Object read(int component, BasicReader from) {
    try {
      return formats[component].read(from);
    } catch (RuntimeException thrown) { // A type may refuse a value with any exception.
      throw failure(thrown, ErrorCode.DAMAGED, "the component cannot be decoded", names[component]);
    }
  }

  /** Returns the error for a failure. The error names the innermost component that failed. */
  private static YardmasterException failure(
      Throwable thrown, ErrorCode code, String text, String component) {
    if (thrown instanceof VirtualMachineError error) {
      throw error;
    }
    if (thrown instanceof YardmasterException error) {
      return error.code() == code && error.details().containsKey(COMPONENT)
          ? error
          : error.as(code, COMPONENT, component);
    }
    return new YardmasterException(
        code, text, thrown, COMPONENT, component, "reason", String.valueOf(thrown));
  }
}
