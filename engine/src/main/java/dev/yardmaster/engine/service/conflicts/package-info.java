/**
 * The conflicts of a service's transactions: {@link
 * dev.yardmaster.engine.service.conflicts.ConflictSearch} finds the conflict that ended a run, and
 * {@link dev.yardmaster.engine.service.conflicts.ConflictCounter} counts conflicts and waits. A
 * transaction that meets none has no part in it, except that it leaves the number of its procedure
 * for the reports of others.
 */
package dev.yardmaster.engine.service.conflicts;
