/**
 * The client of a Yardmaster server: {@link dev.yardmaster.client.YardmasterClient} is a {@link
 * dev.yardmaster.api.TransactionService} whose transactions take place elsewhere.
 *
 * <p>The hot path is a {@code Submission}: made by the thread that submits, handed to a
 * connection's queue, sent and answered by its event loop, which completes the stage. Interactive
 * logic is an attempt at a {@code RemoteTransaction}, step by step: {@code LogicRun} waits for the
 * replies on its caller's thread, {@code AsyncRun} has no thread, and what follows a reply {@code
 * LogicStateMachine} says to both. Whether anything is tried again, {@code RetryState} alone
 * decides.
 *
 * <p>The client owns its event loops and nothing else; a transaction belongs to one thread at a
 * time, its caller's or an event loop, handed over by the connection's queue and the replies'
 * futures. What logic hands to an {@code AsyncTransaction} may come from any thread and is under
 * that transaction's lock, outside of which stages complete.
 */
package dev.yardmaster.client;
