package dev.yardmaster.spring.advice;

import dev.yardmaster.annotations.Shared;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import org.aopalliance.intercept.MethodInvocation;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.KotlinDetector;
import org.springframework.core.MethodClassKey;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.annotation.AnnotatedElementUtils;

/**
 * The values that an interceptor derives from the annotations of methods, or of the methods'
 * classes. A value is derived at the first call of its method. Any thread may call the methods.
 *
 * @param <V> the type of the values
 */
final class MethodCache<V> {

  @Shared(
      writers = "threads that call intercepted methods",
      readers = "the same",
      access = "concurrent map")
  private final Map<MethodClassKey, V> values = new ConcurrentHashMap<>();

  private final BiFunction<Method, Class<?>, V> derive;

  /** Derives a value from the annotation of a method or of the target's class. */
  interface Derivation<A, V> {
    V derive(Class<?> target, Method method, A at);
  }

  <A extends Annotation> MethodCache(Class<A> type, Derivation<A, V> derivation) {
    this.derive =
        (method, target) -> {
          requireBlocking(method, type);
          A at = AnnotatedElementUtils.findMergedAnnotation(method, type);
          if (at == null) {
            at = AnnotatedElementUtils.findMergedAnnotation(target, type);
          }
          return derivation.derive(target, method, Objects.requireNonNull(at, "annotation"));
        };
  }

  /** Returns the value for the invoked method of the target's class. */
  V of(MethodInvocation invocation) {
    Object target = invocation.getThis();
    Class<?> type =
        target == null
            ? invocation.getMethod().getDeclaringClass()
            : AopUtils.getTargetClass(target);
    Method method = AopUtils.getMostSpecificMethod(invocation.getMethod(), type);
    // The key contains the class, because two classes with different annotations may inherit the
    // same method.
    return values.computeIfAbsent(
        new MethodClassKey(method, type), absent -> derive.apply(method, type));
  }

  /** Returns a copy of an invocation that has not begun, for one run. */
  static MethodInvocation copyOf(MethodInvocation invocation) {
    return ((ProxyMethodInvocation) invocation).invocableClone();
  }

  private static void requireBlocking(Method method, Class<? extends Annotation> type) {
    Class<?> returned = method.getReturnType();
    if (Future.class.isAssignableFrom(returned)
        || CompletionStage.class.isAssignableFrom(returned)
        || Flow.Publisher.class.isAssignableFrom(returned)
        || ReactiveAdapterRegistry.getSharedInstance().getAdapter(returned) != null
        || KotlinDetector.isSuspendingFunction(method)) {
      throw new IllegalStateException(
          "@"
              + type.getSimpleName()
              + " needs a method that returns after its work is done: method="
              + method);
    }
  }
}
