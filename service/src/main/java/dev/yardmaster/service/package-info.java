/**
 * The front end that all in-process services share. It does not depend on the back end that runs
 * the transactions.
 *
 * <p>{@link dev.yardmaster.service.ServiceFront} is the front end, which callers use. It finds
 * procedures by their names and accepts their calls. It runs interactive logic again until the
 * transaction has an outcome. It keeps outcomes under ids, and answers queries for these outcomes.
 * It refuses transactions after the close, or if the queue is full. {@link
 * dev.yardmaster.service.BackEnd} is the small interface that a back end implements. A back end
 * creates calls, accepts calls and opens sessions. It also implements the steps of a close; {@link
 * dev.yardmaster.service.Closing} executes the steps in order. The pipeline and the in-process
 * engine are back ends. A server uses the same service through {@link
 * dev.yardmaster.service.EncodedCalls}: arguments and results are bytes, and each interactive
 * transaction is an {@link dev.yardmaster.service.OpenTransaction} with its logic at a remote
 * client. A called procedure may run in a {@link dev.yardmaster.service.scope.LogicScope}.
 *
 * <p>Back ends use five further classes: {@link dev.yardmaster.service.RunState} is the result of
 * one run of logic; a back end's subclass adds the keys of the run. {@link
 * dev.yardmaster.service.ServedProcedure} executes the rounds of a run. {@link
 * dev.yardmaster.service.ServedTransaction} holds the caller's options. {@link
 * dev.yardmaster.service.ServiceOutcomes} creates the outcomes of transactions that the service
 * does not complete. {@link dev.yardmaster.service.SteppedSessions} runs the steps of open
 * transactions for a back end whose sessions block.
 *
 * <p>The hot path is the method {@code submit}. It looks up the procedure in the registry, checks
 * whether the service is closing, and passes the call to the back end. The package owns the thread
 * that closes a service in the background, and the threads of {@code SteppedSessions}. A caller's
 * thread runs its own interactive logic. All other work that callers submit runs on the back end's
 * threads.
 */
package dev.yardmaster.service;
