/**
 * Transactions and scans as publishers of Project Reactor. The package owns no thread: procedures
 * use those of the service, and logic and scans, which wait, use Reactor's scheduler for blocking
 * work.
 */
@NullMarked
package dev.yardmaster.reactor;

import org.jspecify.annotations.NullMarked;
