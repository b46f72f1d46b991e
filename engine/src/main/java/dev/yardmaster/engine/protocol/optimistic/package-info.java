/**
 * What the optimistic protocols have in common: a row is read without a lock and is taken for what
 * it is if its header is the same before and after; what is written is locked at the commit, in one
 * order. Which version a commit gets, and whether what was read still holds, is each protocol's
 * own.
 */
package dev.yardmaster.engine.protocol.optimistic;
