/**
 * Indexes whose nodes have versions and are read optimistically. Readers acquire no locks. A reader
 * that has found no entry for a key or a range can check later that the index still has no such
 * entry.
 */
package dev.yardmaster.engine.index;
