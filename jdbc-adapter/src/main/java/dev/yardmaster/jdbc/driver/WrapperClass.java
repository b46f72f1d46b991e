package dev.yardmaster.jdbc.driver;

import dev.yardmaster.logging.Loggers;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;

/**
 * Creates the wrappers of one kind, for example of connections. The wrapper of a vendor's object
 * implements the public interfaces of the vendor, so that casts such as {@code (PGConnection)
 * connection} work. The class of the wrapper is generated when the first object with these
 * interfaces is wrapped. The class extends the {@code Delegating…} class, and passes the calls of
 * the vendor's own methods to the vendor's object; see {@link WrapperClassWriter}.
 *
 * <p>An interface is implemented if it is public and not sealed, and if Yardmaster's class loader
 * finds the same interface. If the class cannot be generated, the wrapper implements only JDBC's
 * interfaces. The application can still reach the vendor's object by {@code unwrap}.
 *
 * <p>This class does not prevent the unloading of any class loader. The map of generated classes
 * holds only interfaces that Yardmaster's own class loader finds. A vendor's class holds only a
 * weak reference to the wrapper's constructor, because the constructor refers to Yardmaster's class
 * loader. This class is thread-safe.
 */
final class WrapperClass {
  private static final Logger LOG = Loggers.of(WrapperClass.class);
  private static final MethodHandles.Lookup OWN = MethodHandles.lookup();
  private static final MethodType CREATE =
      MethodType.methodType(Object.class, Object.class, Object.class, Object.class);

  private final Class<?> plain;

  /**
   * The constructors of the generated classes, by the vendor's interfaces. The empty list maps to
   * the constructor of the plain class.
   */
  private final Map<List<Class<?>>, MethodHandle> byInterfaces = new ConcurrentHashMap<>();

  private final ClassValue<WeakReference<MethodHandle>> byVendor =
      new ClassValue<>() {
        @Override
        protected WeakReference<MethodHandle> computeValue(Class<?> vendor) {
          return new WeakReference<>(
              byInterfaces.computeIfAbsent(
                  List.copyOf(interfaces(vendor)), WrapperClass.this::constructor));
        }
      };

  /**
   * Prepares wrappers of one kind.
   *
   * @param plain the class without the vendor's interfaces; it has one constructor, whose first
   *     parameter is the vendor's object, and which has at most two further parameters
   */
  WrapperClass(Class<? extends VendorWrapper> plain) {
    this.plain = plain;
  }

  /**
   * Wraps a vendor's object.
   *
   * @param first the constructor's second argument; ignored if the constructor has only one
   *     parameter
   * @param second the constructor's third argument; ignored if the constructor has two parameters
   * @return the wrapper; null if {@code vendor} is null
   */
  Object wrap(Object vendor, Object first, Object second) {
    if (vendor == null) {
      return null;
    }
    try {
      return (Object) byVendor.get(vendor.getClass()).get().invokeExact(vendor, first, second);
    } catch (RuntimeException | Error failure) {
      throw failure;
    } catch (Throwable impossible) {
      throw new AssertionError("a constructor threw a checked exception", impossible);
    }
  }

  private MethodHandle constructor(List<Class<?>> interfaces) {
    try {
      if (!interfaces.isEmpty()) {
        byte[] bytes = new WrapperClassWriter(plain, interfaces).bytes();
        return constructor(OWN.defineHiddenClass(bytes, true));
      }
    } catch (IllegalAccessException | RuntimeException | LinkageError failure) {
      LOG.debug("no casts to the vendor's interfaces, only unwrap: {}", interfaces, failure);
    }
    try {
      return constructor(OWN.in(plain));
    } catch (IllegalAccessException impossible) {
      throw new IllegalStateException("no access to the constructor of " + plain, impossible);
    }
  }

  private static MethodHandle constructor(MethodHandles.Lookup type) throws IllegalAccessException {
    Constructor<?> constructor = type.lookupClass().getDeclaredConstructors()[0];
    MethodHandle handle = type.unreflectConstructor(constructor);
    int given = handle.type().parameterCount();
    return MethodHandles.dropArguments(
            handle, given, CREATE.parameterList().subList(given, CREATE.parameterCount()))
        .asType(CREATE);
  }

  private Set<Class<?>> interfaces(Class<?> vendor) {
    Set<Class<?>> found = new LinkedHashSet<>();
    for (Class<?> type = vendor; type != null; type = type.getSuperclass()) {
      addInterfaces(type, found);
    }
    found.removeIf(
        type -> type.isAssignableFrom(plain) || !isImplementable(type) || !isVisible(type));
    return found;
  }

  private static void addInterfaces(Class<?> type, Set<Class<?>> found) {
    for (Class<?> direct : type.getInterfaces()) {
      if (found.add(direct)) {
        addInterfaces(direct, found);
      }
    }
  }

  private static boolean isImplementable(Class<?> type) {
    return Modifier.isPublic(type.getModifiers())
        && !type.isSealed()
        && !isOfPlatform(type)
        && !Unwrapping.isDistributed(type)
        && type.getModule().isExported(type.getPackageName(), WrapperClass.class.getModule());
  }

  /** Returns whether Yardmaster's class loader finds an interface and the types in its methods. */
  private static boolean isVisible(Class<?> type) {
    try {
      return isFound(type)
          && Stream.of(type.getMethods())
              .flatMap(
                  method ->
                      Stream.concat(
                          Stream.of(method.getReturnType()), Stream.of(method.getParameterTypes())))
              .allMatch(WrapperClass::isFound);
    } catch (LinkageError missing) {
      return false; // The vendor's own class loader does not find a type.
    }
  }

  private static boolean isFound(Class<?> type) {
    Class<?> element = type;
    while (element.isArray()) {
      element = element.componentType();
    }
    try {
      return element.isPrimitive()
          || Class.forName(element.getName(), false, WrapperClass.class.getClassLoader())
              == element;
    } catch (ClassNotFoundException absent) {
      return false;
    }
  }

  /** Returns whether the interface belongs to the JDK, and so not to the vendor. */
  private static boolean isOfPlatform(Class<?> type) {
    return type.getClassLoader() == null
        || type.getClassLoader() == ClassLoader.getPlatformClassLoader();
  }
}
