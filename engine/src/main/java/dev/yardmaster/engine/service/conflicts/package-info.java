/**
 * The conflicts of a service's transactions: {@link
 * dev.yardmaster.engine.service.conflicts.ConflictSearch} finds the conflict that ended a run, and
 * {@link dev.yardmaster.engine.service.conflicts.ConflictCounter} counts conflicts and waits. A
 * transaction without conflicts does not use these classes; it only records the number of its
 * procedure, for the reports of other transactions.
 */
package dev.yardmaster.engine.service.conflicts;
