/**
 * Yardmaster in Spring Boot applications: the annotations and the interfaces that an application
 * uses. The auto-configuration is in the package {@code autoconfigure}; the interceptors that
 * implement the annotations are in the package {@code advice}. The package owns no threads.
 */
@NullMarked
package dev.yardmaster.spring;

import org.jspecify.annotations.NullMarked;
