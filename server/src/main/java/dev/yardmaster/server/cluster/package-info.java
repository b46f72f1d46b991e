/** The operations by which operators change the leader and the members of a cluster. */
package dev.yardmaster.server.cluster;
