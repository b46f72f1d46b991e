package dev.yardmaster.jdbc.generator;

import static java.util.stream.Collectors.joining;

import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Types;

/** Writes the source of the class that is generated for a {@link Delegating} class. */
final class DelegatingClass {
  private static final List<Class<? extends Annotation>> ADVICE =
      List.of(
          Delegating.Argument.class,
          Delegating.Around.class,
          Delegating.Answer.class,
          Delegating.After.class);

  private final TypeElement base;
  private final Types types;

  /** The methods of the class and its superclasses, nearest class first. */
  private final List<ExecutableElement> written = new ArrayList<>();

  /**
   * By signature, the methods of the interfaces that neither the class nor a superclass implements.
   */
  private final Map<String, ExecutableElement> left = new LinkedHashMap<>();

  /** The annotated methods that generated methods call. */
  private final Set<ExecutableElement> called = new HashSet<>();

  DelegatingClass(TypeElement base, Types types) {
    this.base = base;
    this.types = types;
    collect(base.asType());
    written.forEach(method -> left.remove(signature(method)));
  }

  private void collect(TypeMirror type) {
    TypeElement element = (TypeElement) types.asElement(type);
    for (ExecutableElement method : ElementFilter.methodsIn(element.getEnclosedElements())) {
      if (!element.getKind().isInterface()) {
        written.add(method);
      } else if (!method.getModifiers().contains(Modifier.STATIC)) {
        left.putIfAbsent(signature(method), method);
      }
    }
    types.directSupertypes(type).forEach(this::collect);
  }

  private String signature(ExecutableElement method) {
    return method.getSimpleName()
        + method.getParameters().stream()
            .map(parameter -> types.erasure(parameter.asType()).toString())
            .collect(joining(",", "(", ")"));
  }

  private String simpleName() {
    return "Delegating" + base.getSimpleName();
  }

  /** Returns the qualified name of the generated class. */
  String name() {
    return base.getEnclosingElement() + "." + simpleName();
  }

  /**
   * Returns the source text of the generated class.
   *
   * @throws IllegalArgumentException if the class has no constructor with a parameter {@code
   *     vendor}, or if it has an annotated method that no generated method would call
   */
  String source() {
    ExecutableElement constructor = ElementFilter.constructorsIn(base.getEnclosedElements()).get(0);
    VariableElement vendor =
        constructor.getParameters().stream()
            .filter(parameter -> parameter.getSimpleName().contentEquals("vendor"))
            .findAny()
            .orElseThrow(
                () -> new IllegalArgumentException("the constructor has no parameter vendor"));
    String methods = left.values().stream().map(this::method).collect(joining("\n"));
    requireAllCalled();
    return """
        package %1$s;

        @SuppressWarnings("deprecation")
        @javax.annotation.processing.Generated("%2$s")
        class %3$s extends %4$s {
          private final %5$s vendor;

          %3$s(%6$s) {
            super(%7$s);
            this.vendor = vendor;
          }

        %8$s}
        """
        .formatted(
            base.getEnclosingElement(),
            DelegatingProcessor.class.getName(),
            simpleName(),
            base.getSimpleName(),
            vendor.asType(),
            declared(constructor),
            String.join(", ", names(constructor)),
            methods);
  }

  private void requireAllCalled() {
    for (ExecutableElement method : ElementFilter.methodsIn(base.getEnclosedElements())) {
      if (!called.contains(method)
          && ADVICE.stream().anyMatch(kind -> method.getAnnotation(kind) != null)) {
        throw new IllegalArgumentException("nothing calls " + method);
      }
    }
  }

  private String method(ExecutableElement method) {
    StringBuilder body = new StringBuilder();
    for (VariableElement parameter : method.getParameters()) {
      advised(
              Delegating.Argument.class,
              advice -> isFirst(parameter.asType(), advice),
              method,
              List.of(parameter.toString()),
              List.of())
          .ifPresent(call -> body.append("    %s = %s;\n".formatted(parameter, call)));
    }
    TypeMirror returned = method.getReturnType();
    boolean isVoid = returned.getKind() == TypeKind.VOID;
    String vendors = "vendor." + call(method, names(method));
    String call =
        advised(
                Delegating.Around.class,
                advice -> isNamed(method, advice.getAnnotation(Delegating.Around.class).value()),
                method,
                List.of(),
                List.of("() -> " + vendors))
            .orElse(vendors);
    body.append(isVoid ? "    " : "    return ")
        .append(
            advised(
                    Delegating.Answer.class,
                    advice -> isFirst(returned, advice),
                    method,
                    List.of(call),
                    List.of())
                .orElse(call))
        .append(";\n");
    advised(
            Delegating.After.class,
            advice ->
                isVoid && isNamed(method, advice.getAnnotation(Delegating.After.class).value()),
            method,
            List.of(),
            List.of())
        .ifPresent(after -> body.append("    ").append(after).append(";\n"));
    return "  @Override\n  public %s%s %s(%s)%s {\n%s  }\n"
        .formatted(
            listed("<", method.getTypeParameters(), "> "),
            returned,
            method.getSimpleName(),
            declared(method),
            listed(" throws ", method.getThrownTypes(), ""),
            body);
  }

  /**
   * Returns a call of the annotated method that applies. If several methods apply, the call is of
   * the method with the most parameters. The arguments of the call are {@code before}, the first
   * arguments of the generated method, and {@code after}.
   */
  private Optional<String> advised(
      Class<? extends Annotation> kind,
      Predicate<ExecutableElement> isFor,
      ExecutableElement method,
      List<String> before,
      List<String> after) {
    List<ExecutableElement> fitting =
        written.stream()
            .filter(advice -> advice.getAnnotation(kind) != null && isFor.test(advice))
            .filter(advice -> takesFirst(method, advice, before.size(), after.size()))
            .toList();
    called.addAll(fitting);
    return fitting.stream()
        .max(Comparator.comparingInt(advice -> advice.getParameters().size()))
        .map(
            advice -> {
              List<String> given = new ArrayList<>(before);
              int count = advice.getParameters().size() - before.size() - after.size();
              given.addAll(names(method).subList(0, count));
              given.addAll(after);
              return call(advice, given);
            });
  }

  private boolean takesFirst(
      ExecutableElement method, ExecutableElement advice, int before, int after) {
    int count = advice.getParameters().size() - before - after;
    return count <= method.getParameters().size()
        && IntStream.range(0, count)
            .allMatch(i -> types.isAssignable(type(method, i), type(advice, before + i)));
  }

  private static boolean isNamed(ExecutableElement method, String beginning) {
    return method.getSimpleName().toString().startsWith(beginning);
  }

  private boolean isFirst(TypeMirror type, ExecutableElement advice) {
    return types.isSameType(type, type(advice, 0));
  }

  private static TypeMirror type(ExecutableElement method, int parameter) {
    return method.getParameters().get(parameter).asType();
  }

  private static List<String> names(ExecutableElement method) {
    return method.getParameters().stream().map(Object::toString).toList();
  }

  private static String declared(ExecutableElement method) {
    return method.getParameters().stream()
        .map(parameter -> parameter.asType() + " " + parameter)
        .collect(joining(", "));
  }

  private static String call(ExecutableElement method, List<String> given) {
    return method.getSimpleName() + "(" + String.join(", ", given) + ")";
  }

  private static String listed(String before, List<?> parts, String after) {
    return parts.isEmpty()
        ? ""
        : parts.stream().map(Object::toString).collect(joining(", ", before, after));
  }
}
