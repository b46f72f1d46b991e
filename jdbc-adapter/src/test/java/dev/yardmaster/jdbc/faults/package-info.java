/**
 * Tests of all forms of Yardmaster in front of a PostgreSQL whose sessions, processes and network
 * fail. {@link dev.yardmaster.jdbc.faults.FaultsTest} causes the faults.
 */
package dev.yardmaster.jdbc.faults;
