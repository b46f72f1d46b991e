/**
 * The JDBC classes between an application and its driver. Each class passes every call to the
 * vendor's object, and reports statements and transactions to the connection's session.
 *
 * <p>A {@code Yard…} class is abstract and has Yardmaster's own code. An annotation processor
 * generates the methods that only delegate, in a subclass {@code DelegatingYard…}: see {@link
 * dev.yardmaster.jdbc.generator.Delegating}. A rule for many methods is stated once, beside the
 * class's own code: which calls are executed in turn, which parameters are kept, which of the
 * vendor's objects are wrapped. Only {@link dev.yardmaster.jdbc.driver.ConnectionGuard} calls the
 * session: a {@link dev.yardmaster.jdbc.driver.YardConnection} and its statements share one guard.
 *
 * <p>The hot path is {@link dev.yardmaster.jdbc.driver.YardStatement#run}: the statement is bound
 * to its parameters, may wait in the session, and is executed. The package has no threads and no
 * locks: an object is used by one thread at a time, as in JDBC, except for {@code cancel}, {@code
 * close} and {@code abort}, which any thread may call.
 *
 * <p>The package is for {@link dev.yardmaster.jdbc.YardmasterDriver} and {@link
 * dev.yardmaster.jdbc.YardmasterDataSource}; its public types may change.
 */
package dev.yardmaster.jdbc.driver;
