/**
 * What users learn of a database behind the drop-in driver or DataSource: its figures, by API, as
 * an MXBean and as Micrometer meters, its switch, and the advice whether scheduling helps. The
 * public types are for callers.
 *
 * <p>{@link dev.yardmaster.jdbc.figures.ScheduledDatabases} knows all databases of the process, and
 * tells the listeners that show them ({@code JmxBeans}, {@link
 * dev.yardmaster.jdbc.figures.JdbcMeters}). The package owns no threads.
 */
@NullMarked
package dev.yardmaster.jdbc.figures;

import org.jspecify.annotations.NullMarked;
