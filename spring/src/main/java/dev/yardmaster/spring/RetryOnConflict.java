package dev.yardmaster.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs a method, or all public methods of a class, again if a SQL database has aborted the method's
 * transaction because of a conflict. The retry loop is outside of {@code @Transactional}, so that
 * each attempt is a separate database transaction. Both annotations may be on the same method.
 *
 * <p>The method must have no effects that a rollback does not undo. A call inside an active
 * transaction throws {@link org.springframework.transaction.IllegalTransactionStateException},
 * because a part of a transaction cannot be repeated after the database has aborted the
 * transaction. If the last attempt fails, the caller gets its exception. A lost connection causes
 * no retry, because the transaction may have been committed.
 *
 * <p>As with every Spring proxy, calls from within the same object are not intercepted. Methods
 * that return a future or a publisher are refused, because they return before their work is done.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface RetryOnConflict {

  /**
   * The maximum number of runs, 1 to 10,000; 0 for the property {@code
   * yardmaster.jdbc.retry.max-attempts}.
   */
  int maxAttempts() default 0;

  /**
   * The time after the call during which the method may run again, in ms, up to 1 day; 0 for the
   * property {@code yardmaster.jdbc.retry.deadline}.
   */
  long deadlineMs() default 0;
}
