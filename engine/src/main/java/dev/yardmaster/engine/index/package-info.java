/**
 * Indexes with optimistic, versioned nodes: readers take no locks, and a reader that found a key or
 * a range empty can check whether it still is.
 */
package dev.yardmaster.engine.index;
