/**
 * Tells whether a recorded history is strictly serializable, and names the anomaly if it is not.
 */
package dev.yardmaster.checker;
