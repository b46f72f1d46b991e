package dev.yardmaster.jdbc.driver;

import dev.yardmaster.jdbc.admission.SessionFactory;
import dev.yardmaster.jdbc.generator.Delegating;
import java.sql.Connection;
import java.sql.ConnectionBuilder;
import java.sql.SQLException;

/** A connection builder, which wraps the connection that the vendor's builder creates. */
@Delegating
public abstract class YardConnectionBuilder implements ConnectionBuilder {
  private final ConnectionBuilder vendor;
  private final SessionFactory sessions;

  YardConnectionBuilder(ConnectionBuilder vendor, SessionFactory sessions) {
    this.vendor = vendor;
    this.sessions = sessions;
  }

  /**
   * Wraps a vendor's builder.
   *
   * @param sessions the factory of sessions; null if scheduling is off
   */
  public static ConnectionBuilder over(ConnectionBuilder vendor, SessionFactory sessions) {
    return new DelegatingYardConnectionBuilder(vendor, sessions);
  }

  @Delegating.Answer
  final ConnectionBuilder ours(ConnectionBuilder vendors) {
    return this;
  }

  @Override
  public Connection build() throws SQLException {
    return YardConnection.over(vendor.build(), sessions);
  }
}
