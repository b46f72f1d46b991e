/**
 * Indexes with optimistic, versioned nodes: readers take no locks, and whoever saw that a key or a
 * range was empty can tell whether it still is.
 */
package dev.yardmaster.engine.index;
