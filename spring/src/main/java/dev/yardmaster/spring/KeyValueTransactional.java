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
 * method uses the bean of the type {@link dev.yardmaster.api.Transaction}, which stands for the
 * transaction of the calling thread.
 *
 * <p>After a conflict the method runs again from its start, so it must have no effects outside the
 * transaction. If the calling thread is already in such a transaction, the method joins it, and the
 * outermost method's limits apply. If the method throws an exception, the transaction has no
 * effect, and the caller gets the same exception. Any other reason why the transaction does not
 * commit is a {@link dev.yardmaster.api.YardmasterException}.
 *
 * <p>As with every proxy of Spring, calls from within the same object are not intercepted. A method
 * that returns before its work is done, with a future or a publisher, is refused.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface KeyValueTransactional {

  /** The time from the call to the deadline in ms, 1 to a day; 0 for the service's default. */
  long timeoutMs() default 0;

  /** The maximum number of runs, 1 or more; 0 for the service's default. */
  int maxAttempts() default 0;

  /** The value of the transaction to the caller, 1 to 1,000,000. */
  int weight() default 1;

  /** The urgency of the transaction. */
  Priority priority() default Priority.NORMAL;
}
