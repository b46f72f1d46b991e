/**
 * The interface to a database behind the drop-in driver or DataSource. The figures are available by
 * API, as an MXBean and as Micrometer meters. Callers can also switch scheduling on and off, and
 * ask for advice whether scheduling helps.
 *
 * <p>{@link dev.yardmaster.jdbc.figures.ScheduledDatabases} contains all databases of the process,
 * and notifies the listeners that show them ({@code JmxBeans}, {@link
 * dev.yardmaster.jdbc.figures.JdbcMeters}). The package owns no threads.
 */
@NullMarked
package dev.yardmaster.jdbc.figures;

import org.jspecify.annotations.NullMarked;
