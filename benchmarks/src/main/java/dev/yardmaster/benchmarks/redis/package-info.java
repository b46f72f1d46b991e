/**
 * Redis, for the comparison with a Yardmaster server: a Redis server in its own process, and the
 * bank's procedures on Redis, under WATCH and as scripts. Each service has one thread, which sends
 * commands, receives replies and completes transactions. Calls that are submitted while the thread
 * receives the replies of a connection are sent in the next flush.
 */
package dev.yardmaster.benchmarks.redis;
