/**
 * Commits that release their locks before the flush of the log, and forces that flush the log for
 * many such commits together. The literature calls these techniques early lock release and flush
 * pipelining (Johnson et al., Aether, PVLDB 3(1), 2010).
 *
 * <p>A lane commits a transaction without a flush through {@link
 * dev.yardmaster.jdbc.durability.DelayedCommits}. The database then releases the locks immediately,
 * and the next transaction on the same row starts. {@link
 * dev.yardmaster.jdbc.durability.GroupForce} holds the outcome until the success of a force that
 * began after the commit had returned. One force covers all outcomes that were held before it
 * began.
 *
 * <p><b>The witness rule.</b> When a backend is killed, PostgreSQL restarts its processes and loses
 * the commits that were not flushed. A force on a new session would then succeed, although the
 * commits are gone. The success of a force therefore proves the durability only of transactions
 * that began while the force's session was open. If the session ends, all outcomes that wait for a
 * force in this session become unknown.
 *
 * <p>{@code DelayedDurability} is the part that differs between databases. PostgreSQL and SQL
 * Server have implementations.
 *
 * <p><b>Threads.</b> {@code GroupForce} has one thread, which runs the forces on a separate
 * connection. Other threads, the acknowledgers, complete the futures. Lanes call the methods of
 * {@code GroupForce} under its lock, and never wait for a force, unless too many outcomes are held.
 */
package dev.yardmaster.jdbc.durability;
