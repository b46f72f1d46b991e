/** The commands that torture services, and clusters of servers. */
package dev.yardmaster.proof.torture.cli;
