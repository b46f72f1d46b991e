/**
 * Which thread runs which transaction, so that those that conflict do not run at once (the paper's
 * section 4.2): {@code SharedKeys} says who conflicts, {@code ThreadWeights} whom a thread takes
 * next.
 */
package dev.yardmaster.reorder.assignment;
