package dev.yardmaster.jdbc.driver;

import dev.yardmaster.jdbc.admission.CourseSource;
import dev.yardmaster.jdbc.generator.Delegating;
import java.sql.Connection;
import java.sql.ConnectionBuilder;
import java.sql.SQLException;

/** Collects what a connection of the vendor's is to have, and makes one of ours over it. */
@Delegating
public abstract class YardConnectionBuilder implements ConnectionBuilder {
  private final ConnectionBuilder vendor;
  private final CourseSource courses;

  YardConnectionBuilder(ConnectionBuilder vendor, CourseSource courses) {
    this.vendor = vendor;
    this.courses = courses;
  }

  /**
   * A builder over the vendor's.
   *
   * @param courses null when nothing is scheduled
   */
  public static ConnectionBuilder over(ConnectionBuilder vendor, CourseSource courses) {
    return new DelegatingYardConnectionBuilder(vendor, courses);
  }

  @Delegating.Answer
  final ConnectionBuilder ours(ConnectionBuilder vendors) {
    return this;
  }

  @Override
  public Connection build() throws SQLException {
    return YardConnection.over(vendor.build(), courses);
  }
}
