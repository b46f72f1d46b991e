/**
 * A small bank, written with each of the frameworks that applications use, as its guide would have
 * it, over the drop-in driver.
 */
package dev.yardmaster.jdbc.applications;
