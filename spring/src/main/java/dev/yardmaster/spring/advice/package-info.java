/**
 * The interceptors that implement the annotations of {@link dev.yardmaster.spring}. {@link
 * dev.yardmaster.spring.advice.AnnotationAdvice} applies an interceptor to annotated methods:
 * {@link dev.yardmaster.spring.advice.KeyValueInterceptor} for transactions of the service, {@link
 * dev.yardmaster.spring.advice.RetryInterceptor} for retries on a SQL database. Applications do not
 * use the classes of this package.
 *
 * <p>Interceptors run on the calling threads. The package owns no threads.
 */
@NullMarked
package dev.yardmaster.spring.advice;

import org.jspecify.annotations.NullMarked;
