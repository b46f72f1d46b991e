/**
 * Checks whether a recorded history is strictly serializable. If it is not, the package names the
 * anomaly.
 *
 * <p>{@link dev.yardmaster.proof.checker.SerializabilityChecker} is the entry point; it runs on its
 * caller's thread. The history is read into primitive arrays; the edges of its serialization graph
 * are computed from these arrays and never stored. Only the part of the graph that may contain a
 * cycle becomes a JGraphT graph.
 */
@NullMarked
package dev.yardmaster.proof.checker;

import org.jspecify.annotations.NullMarked;
