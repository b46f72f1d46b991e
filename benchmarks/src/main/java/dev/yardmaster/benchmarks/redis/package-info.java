/**
 * Redis as a rival: a server process of its own, and the bank's procedures on it by two ways, under
 * WATCH and as scripts. A service here has one thread, which does everything: it sends commands,
 * takes replies and completes transactions. What is submitted while the replies of a connection are
 * taken goes out in one flush with all the rest.
 */
package dev.yardmaster.benchmarks.redis;
