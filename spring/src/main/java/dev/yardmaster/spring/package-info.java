/**
 * Yardmaster in Spring Boot applications: the annotations and the interfaces that an application
 * uses. The auto-configuration is in {@code autoconfigure}, which also has the interceptors behind
 * the annotations. The package owns no threads.
 */
@NullMarked
package dev.yardmaster.spring;

import org.jspecify.annotations.NullMarked;
