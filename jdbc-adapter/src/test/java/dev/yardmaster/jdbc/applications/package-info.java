/**
 * A small bank over the drop-in driver. The bank is written with several common frameworks, each in
 * the way that the framework's guide recommends.
 */
package dev.yardmaster.jdbc.applications;
