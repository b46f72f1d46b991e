/**
 * The front that every service has that runs in this process, whatever runs its transactions.
 *
 * <p>{@link dev.yardmaster.service.ServiceFront} is what callers see of a service: it knows
 * procedures by their names, takes their calls, runs interactive logic again until it has an
 * outcome, gives ids their outcomes and answers queries of them, and refuses what comes too late or
 * finds no room. {@link dev.yardmaster.service.BackEnd} is the small interface that a back end
 * implements for it: make a call, take it, open a session, and the steps of the end, which {@link
 * dev.yardmaster.service.Closing} takes in their order. The pipeline and the in-process engine are
 * such back ends.
 *
 * <p>What a back end builds on: {@link dev.yardmaster.service.RunState} is what one run of logic
 * came to, to which the back end adds its keys; {@link dev.yardmaster.service.ServedProcedure}
 * takes a procedure through the rounds of such a run; {@link
 * dev.yardmaster.service.ServedTransaction} has the bounds that its caller set; {@link
 * dev.yardmaster.service.ServiceOutcomes} are the ways in which a service gives a transaction up.
 *
 * <p>{@code trials} is by itself: it sets a running system by trying.
 *
 * <p>The hot path is {@code submit}: a look at the registry, one at the closing state, and the back
 * end's own. No thread is owned here but the one that closes a service in the background. A
 * caller's thread runs its own interactive logic; everything else that callers hand over runs on
 * the back end's threads.
 */
package dev.yardmaster.service;
