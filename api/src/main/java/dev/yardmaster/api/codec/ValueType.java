package dev.yardmaster.api.codec;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;

/**
 * A type with its type arguments, without type variables. An unknown type argument is {@code
 * Object}.
 *
 * @param raw the class
 * @param arguments the type arguments, one for each type parameter of the class
 */
@NullUnmarked // Internal: fields and results may be null.
record ValueType(Class<?> raw, List<ValueType> arguments) {

  static final ValueType OBJECT = new ValueType(Object.class, List.of());

  /** Returns the type of a class; the arguments of a generic class are unknown. */
  static ValueType of(Class<?> type) {
    return of(type, Map.of());
  }

  private static ValueType of(Type type, Map<TypeVariable<?>, ValueType> known) {
    if (type instanceof Class<?> raw) {
      List<ValueType> unknown = new ArrayList<>();
      for (int i = 0; i < raw.getTypeParameters().length; i++) {
        unknown.add(OBJECT);
      }
      return new ValueType(raw, List.copyOf(unknown));
    }
    if (type instanceof ParameterizedType generic) {
      List<ValueType> arguments = new ArrayList<>();
      for (Type argument : generic.getActualTypeArguments()) {
        arguments.add(of(argument, known));
      }
      return new ValueType((Class<?>) generic.getRawType(), List.copyOf(arguments));
    }
    if (type instanceof TypeVariable<?> variable) {
      return known.getOrDefault(variable, OBJECT);
    }
    if (type instanceof WildcardType wildcard) {
      return of(wildcard.getUpperBounds()[0], known);
    }
    return of(Object[].class); // An array of a generic type.
  }

  /** Returns the type of a member that this type's class declares. */
  ValueType ofMember(Type declared) {
    Map<TypeVariable<?>, ValueType> known = new HashMap<>();
    for (int i = 0; i < arguments.size(); i++) {
      known.put(raw.getTypeParameters()[i], arguments.get(i));
    }
    return of(declared, known);
  }

  /**
   * Returns a direct subclass of this type. Type arguments of the subclass that this type does not
   * determine are unknown.
   */
  ValueType ofSubclass(Class<?> subclass) {
    ValueType unknown = of(subclass);
    List<ValueType> found = new ArrayList<>(unknown.arguments());
    List<TypeVariable<?>> parameters = List.of(subclass.getTypeParameters());
    for (Type declared : subclass.getGenericInterfaces()) {
      if (declared instanceof ParameterizedType generic && generic.getRawType() == raw) {
        for (int i = 0; i < arguments.size(); i++) {
          int parameter = parameters.indexOf(generic.getActualTypeArguments()[i]);
          if (parameter >= 0) {
            found.set(parameter, arguments.get(i));
          }
        }
      }
    }
    return new ValueType(subclass, List.copyOf(found));
  }

  /** Returns this type as the given superclass or interface; null if it is not a supertype. */
  ValueType as(Class<?> supertype) {
    if (raw == supertype) {
      return this;
    }
    List<Type> supertypes = new ArrayList<>(List.of(raw.getGenericInterfaces()));
    if (raw.getGenericSuperclass() != null) {
      supertypes.add(raw.getGenericSuperclass());
    }
    for (Type declared : supertypes) {
      ValueType found = ofMember(declared).as(supertype);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  @Override
  public String toString() {
    if (arguments.isEmpty()) {
      return raw.getTypeName();
    }
    List<String> names = arguments.stream().map(ValueType::toString).toList();
    return raw.getTypeName() + '<' + String.join(", ", names) + '>';
  }
}
