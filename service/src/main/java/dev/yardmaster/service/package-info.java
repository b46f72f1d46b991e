/**
 * The front that all in-process services share, whatever back end runs their transactions.
 *
 * <p>{@link dev.yardmaster.service.ServiceFront} is what callers see of a service. It finds
 * procedures by their names, accepts their calls, runs interactive logic again until it has an
 * outcome, keeps outcomes under ids and answers queries for them, and refuses transactions that
 * come after the close or find no room. {@link dev.yardmaster.service.BackEnd} is the small
 * interface that a back end implements: create a call, accept a call, open a session, and the steps
 * of closing, which {@link dev.yardmaster.service.Closing} takes in order. The pipeline and the
 * in-process engine are back ends.
 *
 * <p>A back end builds on four classes. {@link dev.yardmaster.service.RunState} is the result of
 * one run of logic, to which the back end adds its keys. {@link
 * dev.yardmaster.service.ServedProcedure} takes a procedure through the rounds of such a run.
 * {@link dev.yardmaster.service.ServedTransaction} holds the caller's options. {@link
 * dev.yardmaster.service.ServiceOutcomes} has the outcomes of transactions that the service does
 * not complete.
 *
 * <p>{@code trials} is independent: it tunes a running system by trials.
 *
 * <p>The hot path is {@code submit}: a look-up in the registry, a look at the closing state, and
 * the back end's part. The only thread owned here is the one that closes a service in the
 * background. A caller's thread runs its own interactive logic; everything else that callers hand
 * over runs on the back end's threads.
 */
package dev.yardmaster.service;
