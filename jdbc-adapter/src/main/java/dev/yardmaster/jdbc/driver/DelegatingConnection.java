package dev.yardmaster.jdbc.driver;

import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.ShardingKey;
import java.sql.Statement;
import java.sql.Struct;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;

/**
 * A connection that hands every call to the vendor's, and rethrows what that throws. Nothing but
 * delegation, all of the interface, which is why it is long.
 */
abstract class DelegatingConnection extends VendorWrapper implements Connection {
  final Connection vendor;

  DelegatingConnection(Connection vendor) {
    super(vendor);
    this.vendor = vendor;
  }

  @Override
  public Statement createStatement() throws SQLException {
    return vendor.createStatement();
  }

  @Override
  public PreparedStatement prepareStatement(String sql) throws SQLException {
    return vendor.prepareStatement(sql);
  }

  @Override
  public CallableStatement prepareCall(String sql) throws SQLException {
    return vendor.prepareCall(sql);
  }

  @Override
  public String nativeSQL(String sql) throws SQLException {
    return vendor.nativeSQL(sql);
  }

  @Override
  public void setAutoCommit(boolean autoCommit) throws SQLException {
    vendor.setAutoCommit(autoCommit);
  }

  @Override
  public boolean getAutoCommit() throws SQLException {
    return vendor.getAutoCommit();
  }

  @Override
  public void commit() throws SQLException {
    vendor.commit();
  }

  @Override
  public void rollback() throws SQLException {
    vendor.rollback();
  }

  @Override
  public void close() throws SQLException {
    vendor.close();
  }

  @Override
  public boolean isClosed() throws SQLException {
    return vendor.isClosed();
  }

  @Override
  public DatabaseMetaData getMetaData() throws SQLException {
    return vendor.getMetaData();
  }

  @Override
  public void setReadOnly(boolean readOnly) throws SQLException {
    vendor.setReadOnly(readOnly);
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    return vendor.isReadOnly();
  }

  @Override
  public void setCatalog(String catalog) throws SQLException {
    vendor.setCatalog(catalog);
  }

  @Override
  public String getCatalog() throws SQLException {
    return vendor.getCatalog();
  }

  @Override
  public void setTransactionIsolation(int level) throws SQLException {
    vendor.setTransactionIsolation(level);
  }

  @Override
  public int getTransactionIsolation() throws SQLException {
    return vendor.getTransactionIsolation();
  }

  @Override
  public SQLWarning getWarnings() throws SQLException {
    return vendor.getWarnings();
  }

  @Override
  public void clearWarnings() throws SQLException {
    vendor.clearWarnings();
  }

  @Override
  public Statement createStatement(int resultSetType, int resultSetConcurrency)
      throws SQLException {
    return vendor.createStatement(resultSetType, resultSetConcurrency);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int resultSetType, int resultSetConcurrency)
      throws SQLException {
    return vendor.prepareStatement(sql, resultSetType, resultSetConcurrency);
  }

  @Override
  public CallableStatement prepareCall(String sql, int resultSetType, int resultSetConcurrency)
      throws SQLException {
    return vendor.prepareCall(sql, resultSetType, resultSetConcurrency);
  }

  @Override
  public Map<String, Class<?>> getTypeMap() throws SQLException {
    return vendor.getTypeMap();
  }

  @Override
  public void setTypeMap(Map<String, Class<?>> map) throws SQLException {
    vendor.setTypeMap(map);
  }

  @Override
  public void setHoldability(int holdability) throws SQLException {
    vendor.setHoldability(holdability);
  }

  @Override
  public int getHoldability() throws SQLException {
    return vendor.getHoldability();
  }

  @Override
  public Savepoint setSavepoint() throws SQLException {
    return vendor.setSavepoint();
  }

  @Override
  public Savepoint setSavepoint(String name) throws SQLException {
    return vendor.setSavepoint(name);
  }

  @Override
  public void rollback(Savepoint savepoint) throws SQLException {
    vendor.rollback(savepoint);
  }

  @Override
  public void releaseSavepoint(Savepoint savepoint) throws SQLException {
    vendor.releaseSavepoint(savepoint);
  }

  @Override
  public Statement createStatement(
      int resultSetType, int resultSetConcurrency, int resultSetHoldability) throws SQLException {
    return vendor.createStatement(resultSetType, resultSetConcurrency, resultSetHoldability);
  }

  @Override
  public PreparedStatement prepareStatement(
      String sql, int resultSetType, int resultSetConcurrency, int resultSetHoldability)
      throws SQLException {
    return vendor.prepareStatement(sql, resultSetType, resultSetConcurrency, resultSetHoldability);
  }

  @Override
  public CallableStatement prepareCall(
      String sql, int resultSetType, int resultSetConcurrency, int resultSetHoldability)
      throws SQLException {
    return vendor.prepareCall(sql, resultSetType, resultSetConcurrency, resultSetHoldability);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int autoGeneratedKeys) throws SQLException {
    return vendor.prepareStatement(sql, autoGeneratedKeys);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int[] columnIndexes) throws SQLException {
    return vendor.prepareStatement(sql, columnIndexes);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, String[] columnNames) throws SQLException {
    return vendor.prepareStatement(sql, columnNames);
  }

  @Override
  public Clob createClob() throws SQLException {
    return vendor.createClob();
  }

  @Override
  public Blob createBlob() throws SQLException {
    return vendor.createBlob();
  }

  @Override
  public NClob createNClob() throws SQLException {
    return vendor.createNClob();
  }

  @Override
  public SQLXML createSQLXML() throws SQLException {
    return vendor.createSQLXML();
  }

  @Override
  public boolean isValid(int timeout) throws SQLException {
    return vendor.isValid(timeout);
  }

  @Override
  public void setClientInfo(String name, String value) throws SQLClientInfoException {
    vendor.setClientInfo(name, value);
  }

  @Override
  public void setClientInfo(Properties properties) throws SQLClientInfoException {
    vendor.setClientInfo(properties);
  }

  @Override
  public String getClientInfo(String name) throws SQLException {
    return vendor.getClientInfo(name);
  }

  @Override
  public Properties getClientInfo() throws SQLException {
    return vendor.getClientInfo();
  }

  @Override
  public Array createArrayOf(String typeName, Object[] elements) throws SQLException {
    return vendor.createArrayOf(typeName, elements);
  }

  @Override
  public Struct createStruct(String typeName, Object[] attributes) throws SQLException {
    return vendor.createStruct(typeName, attributes);
  }

  @Override
  public void setSchema(String schema) throws SQLException {
    vendor.setSchema(schema);
  }

  @Override
  public String getSchema() throws SQLException {
    return vendor.getSchema();
  }

  @Override
  public void abort(Executor executor) throws SQLException {
    vendor.abort(executor);
  }

  @Override
  public void setNetworkTimeout(Executor executor, int milliseconds) throws SQLException {
    vendor.setNetworkTimeout(executor, milliseconds);
  }

  @Override
  public int getNetworkTimeout() throws SQLException {
    return vendor.getNetworkTimeout();
  }

  @Override
  public void beginRequest() throws SQLException {
    vendor.beginRequest();
  }

  @Override
  public void endRequest() throws SQLException {
    vendor.endRequest();
  }

  @Override
  public boolean setShardingKeyIfValid(
      ShardingKey shardingKey, ShardingKey superShardingKey, int timeout) throws SQLException {
    return vendor.setShardingKeyIfValid(shardingKey, superShardingKey, timeout);
  }

  @Override
  public boolean setShardingKeyIfValid(ShardingKey shardingKey, int timeout) throws SQLException {
    return vendor.setShardingKeyIfValid(shardingKey, timeout);
  }

  @Override
  public void setShardingKey(ShardingKey shardingKey, ShardingKey superShardingKey)
      throws SQLException {
    vendor.setShardingKey(shardingKey, superShardingKey);
  }

  @Override
  public void setShardingKey(ShardingKey shardingKey) throws SQLException {
    vendor.setShardingKey(shardingKey);
  }
}
