/**
 * Micrometer meters of {@link dev.yardmaster.jdbc.JdbcScheduler}. Micrometer is an optional
 * dependency. The meters of the drop-in driver and DataSource are in {@code figures}.
 */
@NullMarked
package dev.yardmaster.jdbc.meters;

import org.jspecify.annotations.NullMarked;
