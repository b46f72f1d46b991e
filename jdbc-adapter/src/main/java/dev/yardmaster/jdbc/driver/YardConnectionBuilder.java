package dev.yardmaster.jdbc.driver;

import dev.yardmaster.jdbc.admission.CourseSource;
import java.sql.Connection;
import java.sql.ConnectionBuilder;
import java.sql.SQLException;
import java.sql.ShardingKey;

/** Collects what a connection of the vendor's is to have, and makes one of ours over it. */
public final class YardConnectionBuilder implements ConnectionBuilder {
  private final ConnectionBuilder vendor;
  private final CourseSource courses;

  /**
   * A builder over the vendor's.
   *
   * @param courses null when nothing is scheduled
   */
  public YardConnectionBuilder(ConnectionBuilder vendor, CourseSource courses) {
    this.vendor = vendor;
    this.courses = courses;
  }

  @Override
  public ConnectionBuilder user(String username) {
    vendor.user(username);
    return this;
  }

  @Override
  public ConnectionBuilder password(String password) {
    vendor.password(password);
    return this;
  }

  @Override
  public ConnectionBuilder shardingKey(ShardingKey shardingKey) {
    vendor.shardingKey(shardingKey);
    return this;
  }

  @Override
  public ConnectionBuilder superShardingKey(ShardingKey superShardingKey) {
    vendor.superShardingKey(superShardingKey);
    return this;
  }

  @Override
  public Connection build() throws SQLException {
    return YardConnection.over(vendor.build(), courses);
  }
}
