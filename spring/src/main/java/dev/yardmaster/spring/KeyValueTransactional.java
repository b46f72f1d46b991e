package dev.yardmaster.spring;

import dev.yardmaster.api.Priority;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs a method, or all public methods of a class, as a transaction over keys and values. The
 * method accesses keys through the bean of the type {@link dev.yardmaster.api.Transaction}. This
 * bean forwards each call to the transaction of the calling thread.
 *
 * <p>After a conflict the method runs again from its start, so it must have no effects outside the
 * transaction. If the calling thread is already in such a transaction, the method joins it, and the
 * outermost method's limits apply. If the method throws an exception, the transaction has no
 * effect, and the caller gets the same exception. If the transaction does not commit for another
 * reason, the caller gets a {@link dev.yardmaster.api.YardmasterException}.
 *
 * <p>As with every Spring proxy, calls from within the same object are not intercepted. Methods
 * that return a future or a publisher are refused, because they return before their work is done.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface KeyValueTransactional {

  /** The time from the call to the deadline, in ms, up to 1 day; 0 for the service's default. */
  long timeoutMs() default 0;

  /** The maximum number of runs, 1 or more; 0 for the service's default. */
  int maxAttempts() default 0;

  /** The value of the transaction to the caller, 1 to 1,000,000. */
  int weight() default 1;

  /** The urgency of the transaction. */
  Priority priority() default Priority.NORMAL;
}
