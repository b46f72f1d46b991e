/**
 * Redis as a competitor: a server in its own process, and the bank's procedures on it in two forms,
 * under WATCH and as scripts. A service has one thread, which sends commands, takes replies and
 * completes transactions. Calls submitted while the replies of a connection are taken go out in the
 * next flush.
 */
package dev.yardmaster.benchmarks.redis;
