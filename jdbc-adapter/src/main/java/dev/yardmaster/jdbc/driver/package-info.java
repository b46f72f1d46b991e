/**
 * The JDBC classes between an application and its driver. Each class passes every call to the
 * vendor's object, and reports statements and transactions to the connection's session.
 *
 * <p>A {@code Yard…} class is abstract and has Yardmaster's own code. An annotation processor
 * generates a subclass {@code DelegatingYard…} with the methods that only delegate; {@link
 * dev.yardmaster.jdbc.generator.Delegating} specifies these methods. The {@code Yard…} class states
 * each rule for many methods in one place. Such rules say which calls wait for their transaction's
 * admission, which parameters are kept, and which of the vendor's objects are wrapped. At run time,
 * {@link dev.yardmaster.jdbc.driver.WrapperClass} adds a subclass for the interfaces of each
 * vendor. Only {@link dev.yardmaster.jdbc.driver.ConnectionGuard} calls the session. A {@link
 * dev.yardmaster.jdbc.driver.YardConnection} and its statements share one guard.
 *
 * <p>The hot path is {@link dev.yardmaster.jdbc.driver.YardStatement#run}. This method binds the
 * statement to its parameters, may wait in the session, and executes the statement. The package has
 * no threads and no locks. As in JDBC, only one thread at a time uses an object, except that any
 * thread may call {@code cancel}, {@code close} and {@code abort}.
 *
 * <p>The package is for {@link dev.yardmaster.jdbc.YardmasterDriver} and {@link
 * dev.yardmaster.jdbc.YardmasterDataSource}. The public types of the package may change.
 */
package dev.yardmaster.jdbc.driver;
