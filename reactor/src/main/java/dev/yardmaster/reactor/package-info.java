/**
 * Transactions and scans as publishers of Project Reactor. The package owns no thread. Procedures
 * run on threads of the service. Logic and scans may block, so they run on Reactor's scheduler for
 * blocking work.
 */
@NullMarked
package dev.yardmaster.reactor;

import org.jspecify.annotations.NullMarked;
