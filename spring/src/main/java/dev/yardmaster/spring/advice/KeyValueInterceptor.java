package dev.yardmaster.spring.advice;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.spring.KeyValueTransactional;
import java.time.Duration;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** Runs intercepted methods as transactions of the service, on the calling thread. */
public final class KeyValueInterceptor implements MethodInterceptor {

  private final Supplier<TransactionService> service;
  private final MethodCache<TransactionOptions> options =
      new MethodCache<>(KeyValueTransactional.class, (target, method, at) -> options(at));

  public KeyValueInterceptor(Supplier<TransactionService> service) {
    this.service = service;
  }

  /**
   * Wraps a checked exception of the method, because the service's logic can throw only unchecked
   * exceptions.
   */
  private static final class MethodThrew extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MethodThrew(Throwable thrown) {
      super(thrown);
    }
  }

  @Override
  public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
    TransactionOptions limits = options.of(invocation); // Also checks a method that joins.
    if (CurrentTransaction.isActive()) {
      return invocation.proceed();
    }
    Outcome<@Nullable Object> outcome =
        service
            .get()
            .execute(
                transaction -> CurrentTransaction.during(transaction, () -> proceed(invocation)),
                limits);
    if (outcome instanceof Outcome.Committed<@Nullable Object> committed) {
      return committed.value();
    }
    throw thrown(outcome.error());
  }

  /**
   * Runs the method once. Each attempt needs its own copy of the invocation, because an invocation
   * can run only once.
   */
  private static @Nullable Object proceed(MethodInvocation invocation) {
    try {
      return MethodCache.copyOf(invocation).proceed();
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Throwable thrown) {
      throw new MethodThrew(thrown);
    }
  }

  /** Returns the exception that the method itself threw; otherwise the error of the transaction. */
  private static Throwable thrown(YardmasterException error) {
    Throwable cause = error.code() == ErrorCode.LOGIC_FAILED ? error.getCause() : null;
    if (cause instanceof MethodThrew threw) {
      cause = threw.getCause();
    }
    return cause == null ? error : cause;
  }

  private static TransactionOptions options(KeyValueTransactional at) {
    TransactionOptions options =
        TransactionOptions.defaults().withWeight(at.weight()).withPriority(at.priority());
    if (at.timeoutMs() != 0) {
      options = options.withTimeout(Duration.ofMillis(at.timeoutMs()));
    }
    return at.maxAttempts() == 0 ? options : options.withMaxAttempts(at.maxAttempts());
  }
}
