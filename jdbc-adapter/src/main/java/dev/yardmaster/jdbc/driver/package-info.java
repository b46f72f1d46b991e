/**
 * What stands between an application and its driver: the classes of JDBC, each handing every call
 * to the vendor's object, and telling the connection's session of the transactions as they pass.
 *
 * <p>A {@code Yard…} class is abstract and has what is ours. The methods that only hand a call on
 * are written by the compiler, into a subclass {@code DelegatingYard…}: see {@link
 * dev.yardmaster.jdbc.generator.Delegating}. What holds for many methods is said once, beside what
 * is ours: which calls run in their turn, which parameters are kept, which of the vendor's objects
 * are handed out as ours. {@link dev.yardmaster.jdbc.driver.ConnectionGuard} is the only one that
 * speaks to the session: a {@link dev.yardmaster.jdbc.driver.YardConnection} and its statements
 * share one.
 *
 * <p>The hot path is {@link dev.yardmaster.jdbc.driver.YardStatement#run}: the statement is bound
 * to its parameters, may wait in the session, and runs. There are no threads here and no locks: an
 * object is used by one thread at a time, as in JDBC, but {@code cancel}, {@code close} and {@code
 * abort}, which any thread may call.
 *
 * <p>The package is for {@link dev.yardmaster.jdbc.YardmasterDriver} and {@link
 * dev.yardmaster.jdbc.YardmasterDataSource}; what is public here may change.
 */
package dev.yardmaster.jdbc.driver;
