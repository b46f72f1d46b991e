/**
 * The interactive transactions. Start reading at {@link
 * dev.yardmaster.engine.service.session.InteractiveSessions}. It creates a session for each
 * transaction, and owns the permits that limit the number of open transactions. One thread at a
 * time uses a session.
 *
 * <p>An interactive transaction runs on its caller's thread, with a worker from a pool for callers.
 * If the protocol can suspend transactions, a {@code LockingSession} is one engine transaction that
 * keeps its worker and its locks while its logic runs. Otherwise, a {@code ValidatingSession} holds
 * no worker and no locks while its logic runs. Every read is then a separate engine transaction.
 * The commit is an engine transaction that reads all keys again, and writes only if all values are
 * the same as the logic has seen. If the logic runs at the client of a server, {@link
 * dev.yardmaster.service.SteppedSessions} acts as the caller: it executes each step on one of its
 * own threads.
 */
@NullMarked
package dev.yardmaster.engine.service.session;

import org.jspecify.annotations.NullMarked;
