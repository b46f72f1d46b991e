package dev.yardmaster.spring.advice;

import dev.yardmaster.jdbc.retry.RetryRule;
import dev.yardmaster.jdbc.retry.TransactionRetry;
import dev.yardmaster.spring.RetryOnConflict;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Repeats an intercepted method, on the calling thread, if the database has aborted the method's
 * transaction.
 */
public final class RetryInterceptor implements MethodInterceptor {

  private final Supplier<RetryRule> rule;
  private final RetryObserver observer;
  private final MethodCache<TransactionRetry> loops =
      new MethodCache<>(RetryOnConflict.class, this::loop);

  public RetryInterceptor(Supplier<RetryRule> rule, RetryObserver observer) {
    this.rule = rule;
    this.observer = observer;
  }

  @Override
  @SuppressWarnings("NullAway") // On JDK 17 it does not see that the result's type is nullable.
  public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
    TransactionRetry loop = loops.of(invocation);
    if (TransactionSynchronizationManager.isActualTransactionActive()) {
      throw new IllegalTransactionStateException(
          "@RetryOnConflict cannot repeat a part of a transaction, which the database has then"
              + " aborted as a whole; call the method outside of the transaction, or move the"
              + " annotation to the method that begins it: method="
              + name(invocation.getMethod().getDeclaringClass(), invocation.getMethod())
              + ", transaction="
              + TransactionSynchronizationManager.getCurrentTransactionName());
    }
    return loop.<@Nullable Object, Throwable>execute(
        () -> MethodCache.copyOf(invocation).proceed());
  }

  private TransactionRetry loop(Class<?> target, Method method, RetryOnConflict at) {
    RetryRule own = rule.get();
    if (at.maxAttempts() != 0) {
      own = own.withMaxAttempts(at.maxAttempts());
    }
    if (at.deadlineMs() != 0) {
      own = own.withDeadline(Duration.ofMillis(at.deadlineMs()));
    }
    TransactionRetry loop = TransactionRetry.of(own);
    observer.created(name(target, method), loop);
    return loop;
  }

  private static String name(Class<?> target, Method method) {
    return Arrays.stream(method.getParameterTypes())
        .map(Class::getSimpleName)
        .collect(Collectors.joining(", ", target.getName() + "." + method.getName() + "(", ")"));
  }
}
