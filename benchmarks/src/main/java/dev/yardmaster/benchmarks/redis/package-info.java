/**
 * Redis as a rival: a server process of its own, and the bank's procedures on it by two ways, under
 * WATCH and as scripts. A service here has one event loop, which does everything: it encodes
 * commands, takes replies and completes transactions. What is submitted while replies are taken
 * goes out in one flush with all the rest.
 */
package dev.yardmaster.benchmarks.redis;
