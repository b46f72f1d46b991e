/**
 * Torture of a cluster: servers in processes of their own are killed, stopped, cut off from each
 * other, replaced, and asked to hand over the leadership, while the clients of a bank are served.
 *
 * <p>{@link dev.yardmaster.proof.torture.cluster.ClusterTorture} is the parent. After each fault,
 * the history of all transactions must be that of a single bank, as in the torture of one process.
 */
package dev.yardmaster.proof.torture.cluster;
