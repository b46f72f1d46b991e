/**
 * The settings of the drop-in driver: their names and ranges ({@link
 * dev.yardmaster.jdbc.admission.settings.DriverSetting}), and the values of one database. The
 * values do not change, so all connections of a database share them.
 */
package dev.yardmaster.jdbc.admission.settings;
