/**
 * Torture of a cluster. The servers run in separate processes. While they serve the clients of a
 * bank, they are killed, stopped, cut off from each other and replaced, and must transfer the
 * leadership.
 *
 * <p>{@link dev.yardmaster.proof.torture.cluster.ClusterTorture} is the parent. After each fault,
 * all transactions must have run as on a single bank, as in the torture of one process.
 */
package dev.yardmaster.proof.torture.cluster;
