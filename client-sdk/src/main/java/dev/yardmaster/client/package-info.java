/**
 * The client of a Yardmaster server: {@link dev.yardmaster.client.YardmasterClient} is a {@link
 * dev.yardmaster.api.TransactionService} whose transactions run at the server.
 *
 * <p>The hot path is a {@code Submission}: created by the submitting thread, put into a
 * connection's queue, sent and answered by the connection's event loop, which completes the stage.
 * Interactive logic runs over a {@code RemoteTransaction}, step by step: {@code LogicRun} waits for
 * the replies on its caller's thread, {@code AsyncRun} occupies no thread, and both ask {@code
 * LogicStateMachine} what follows a reply. {@code RetryState} alone decides about retries.
 *
 * <p>The client owns only its event loops. A transaction belongs to one thread at a time, its
 * caller's or an event loop, handed over by the connection's queue and the replies' futures. Any
 * thread may call an {@code AsyncTransaction}, whose lock guards its state; stages complete outside
 * of that lock.
 */
package dev.yardmaster.client;
