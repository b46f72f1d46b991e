/**
 * The auto-configuration of Yardmaster for Spring Boot. Applications set the properties {@code
 * yardmaster.*} of {@link dev.yardmaster.spring.autoconfigure.YardmasterProperties}, and use no
 * class of this package.
 *
 * <p>Each part needs only what it uses on the class path: the service one of the back ends, {@code
 * processor}, {@code engine} or {@code client-sdk}; the wrapped DataSources and the retries {@code
 * jdbc-adapter} and spring-tx; health and meters Spring Boot's modules for them; observations
 * {@code observation}.
 *
 * <p>The package owns no threads.
 */
@NullMarked
package dev.yardmaster.spring.autoconfigure;

import org.jspecify.annotations.NullMarked;
