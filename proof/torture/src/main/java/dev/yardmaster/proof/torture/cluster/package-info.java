/**
 * Torture of a cluster. The servers run in separate processes. While the servers serve the clients
 * of a bank, the test kills, stops and replaces servers, cuts them off from each other, and makes
 * them transfer the leadership.
 *
 * <p>{@link dev.yardmaster.proof.torture.cluster.ClusterTorture} is the parent process of the
 * servers. After each fault, all transactions must have run as on a single bank, as in the torture
 * of one process.
 */
package dev.yardmaster.proof.torture.cluster;
