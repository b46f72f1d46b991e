/**
 * The auto-configuration of Yardmaster for Spring Boot. Applications set the properties {@code
 * yardmaster.*} of {@link dev.yardmaster.spring.autoconfigure.YardmasterProperties}, and do not use
 * the classes of this package.
 *
 * <p>Each part needs only its own dependencies on the class path. The service needs one of the back
 * ends {@code processor}, {@code engine} and {@code client-sdk}. The wrapped DataSources and the
 * retries need {@code jdbc-adapter} and spring-tx. Health and meters need Spring Boot's modules for
 * health and metrics. Observations need {@code observation}.
 *
 * <p>The package owns no threads.
 */
@NullMarked
package dev.yardmaster.spring.autoconfigure;

import org.jspecify.annotations.NullMarked;
