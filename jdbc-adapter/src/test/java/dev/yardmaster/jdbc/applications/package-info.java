/**
 * A small bank over the drop-in driver, written with each of the common frameworks in the way that
 * the framework's guide recommends.
 */
package dev.yardmaster.jdbc.applications;
