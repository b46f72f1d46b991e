/**
 * Compares the drop-in driver with the plain driver in slices: short intervals in which the drivers
 * run alternately. The sides of a cell share one set of tables; each side keeps its own open
 * connections for the whole cell, in this process or in child processes. The coordinator's thread
 * runs one slice after another; clients run on their own threads.
 */
package dev.yardmaster.benchmarks.jdbc.slices;
