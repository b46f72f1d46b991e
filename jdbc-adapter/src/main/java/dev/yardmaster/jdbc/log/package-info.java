/**
 * The loggers of the adapter, whose messages reach the user even if the application has no provider
 * of SLF4J.
 */
package dev.yardmaster.jdbc.log;
