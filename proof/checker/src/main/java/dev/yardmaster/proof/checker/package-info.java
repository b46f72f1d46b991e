/**
 * Tells whether a recorded history is strictly serializable, and names the anomaly if it is not.
 *
 * <p>{@link dev.yardmaster.proof.checker.SerializabilityChecker} is the way in; it works on its
 * caller's thread. A history is read into primitive arrays; the edges of its serialization graph
 * are found from them and never stored. Only what may lie on a cycle becomes a graph of JGraphT.
 */
package dev.yardmaster.proof.checker;
