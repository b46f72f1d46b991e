/**
 * The client of a Yardmaster server. {@link dev.yardmaster.client.YardmasterClient} is a {@link
 * dev.yardmaster.api.TransactionService} whose transactions run at the server.
 *
 * <p>The hot path is a {@code Submission}, a transaction that is sent as one message. The
 * submitting thread creates the submission and puts it into a connection's queue. The connection's
 * event loop sends the submission, receives the answer and completes the stage. Interactive logic
 * runs over a {@code RemoteTransaction} in steps. {@code LogicRun} waits for the replies on its
 * caller's thread; {@code AsyncRun} occupies no thread. In both cases, {@code LogicStateMachine}
 * determines the next action after a reply. Only {@code RetryState} decides on retries.
 *
 * <p>The client owns only its event loops, and the threads that look up host names. A transaction
 * belongs to one thread at a time: either its caller's thread or an event loop. The connection's
 * queue, and the futures of replies, pass the transaction from one thread to another. Any thread
 * may call an {@code AsyncTransaction}. A lock guards its state, and stages complete outside of
 * this lock.
 */
@NullMarked
package dev.yardmaster.client;

import org.jspecify.annotations.NullMarked;
