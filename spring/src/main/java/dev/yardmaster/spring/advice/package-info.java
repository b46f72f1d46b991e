/**
 * The interceptors that make the annotations of {@link dev.yardmaster.spring} work. {@link
 * dev.yardmaster.spring.advice.AnnotationAdvice} surrounds annotated methods with an interceptor:
 * {@link dev.yardmaster.spring.advice.KeyValueInterceptor} for transactions of the service, {@link
 * dev.yardmaster.spring.advice.RetryInterceptor} for retries on a SQL database. Applications use no
 * class of this package.
 *
 * <p>Interceptors run on the threads of their callers. The package owns no threads.
 */
@NullMarked
package dev.yardmaster.spring.advice;

import org.jspecify.annotations.NullMarked;
