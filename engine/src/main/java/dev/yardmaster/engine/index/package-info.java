/**
 * Indexes whose nodes have versions and are read optimistically. Readers acquire no locks, and a
 * reader that found no entry for a key or a range can check later that the index still has no such
 * entry.
 */
package dev.yardmaster.engine.index;
