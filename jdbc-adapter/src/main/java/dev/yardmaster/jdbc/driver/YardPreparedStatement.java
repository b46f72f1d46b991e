package dev.yardmaster.jdbc.driver;

import dev.yardmaster.jdbc.sql.BoundStatement;
import dev.yardmaster.jdbc.sql.StatementTemplate;
import dev.yardmaster.jdbc.sql.StatementTemplate.Kind;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.List;

/**
 * A prepared statement that waits for the turn of its transaction before it runs. It keeps the
 * values of its parameters, from which its rows are told; it is long because JDBC has so many ways
 * to set one.
 */
class YardPreparedStatement extends DelegatingPreparedStatement {
  private final StatementTemplate template;
  private final ParameterValues values;

  /** The statement itself, when no parameter can tell more of it; else null. */
  private final List<BoundStatement> unvarying;

  YardPreparedStatement(
      YardConnection connection, PreparedStatement prepared, StatementTemplate template) {
    super(connection, prepared);
    this.template = template;
    this.values = new ParameterValues(template.sql());
    boolean usesRows = template.kind() == Kind.READ || template.kind() == Kind.WRITE;
    this.unvarying = usesRows ? null : List.of(new BoundStatement(template, List.of()));
  }

  private List<BoundStatement> bound() {
    return unvarying != null ? unvarying : List.of(BoundStatement.of(template, values.all()));
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    return result(run(bound(), super::executeQuery));
  }

  @Override
  public int executeUpdate() throws SQLException {
    return run(bound(), super::executeUpdate);
  }

  @Override
  public long executeLargeUpdate() throws SQLException {
    return run(bound(), super::executeLargeUpdate);
  }

  @Override
  public boolean execute() throws SQLException {
    return run(bound(), super::execute);
  }

  @Override
  public void addBatch() throws SQLException {
    super.addBatch();
    addToBatch(bound());
  }

  @Override
  public void clearParameters() throws SQLException {
    super.clearParameters();
    values.clear();
  }

  @Override
  public void setNull(int parameterIndex, int sqlType) throws SQLException {
    super.setNull(parameterIndex, sqlType);
    values.keep(parameterIndex, null);
  }

  @Override
  public void setBoolean(int parameterIndex, boolean x) throws SQLException {
    super.setBoolean(parameterIndex, x);
    values.keep(parameterIndex, x);
  }

  @Override
  public void setByte(int parameterIndex, byte x) throws SQLException {
    super.setByte(parameterIndex, x);
    values.keep(parameterIndex, x);
  }

  @Override
  public void setShort(int parameterIndex, short x) throws SQLException {
    super.setShort(parameterIndex, x);
    values.keep(parameterIndex, x);
  }

  @Override
  public void setInt(int parameterIndex, int x) throws SQLException {
    super.setInt(parameterIndex, x);
    values.keep(parameterIndex, x);
  }

  @Override
  public void setLong(int parameterIndex, long x) throws SQLException {
    super.setLong(parameterIndex, x);
    values.keep(parameterIndex, x);
  }

  @Override
  public void setFloat(int parameterIndex, float x) throws SQLException {
    super.setFloat(parameterIndex, x);
    values.keep(parameterIndex, x);
  }

  @Override
  public void setDouble(int parameterIndex, double x) throws SQLException {
    super.setDouble(parameterIndex, x);
    values.keep(parameterIndex, x);
  }

  @Override
  public void setBigDecimal(int parameterIndex, BigDecimal x) throws SQLException {
    super.setBigDecimal(parameterIndex, x);
    values.keep(parameterIndex, x);
  }

  @Override
  public void setString(int parameterIndex, String x) throws SQLException {
    super.setString(parameterIndex, x);
    values.keep(parameterIndex, x);
  }

  @Override
  public void setBytes(int parameterIndex, byte[] x) throws SQLException {
    super.setBytes(parameterIndex, x);
    values.keep(parameterIndex, x);
  }

  @Override
  public void setDate(int parameterIndex, Date x) throws SQLException {
    super.setDate(parameterIndex, x);
    values.keep(parameterIndex, x);
  }

  @Override
  public void setTime(int parameterIndex, Time x) throws SQLException {
    super.setTime(parameterIndex, x);
    values.keep(parameterIndex, x);
  }

  @Override
  public void setTimestamp(int parameterIndex, Timestamp x) throws SQLException {
    super.setTimestamp(parameterIndex, x);
    values.keep(parameterIndex, x);
  }

  @Override
  public void setAsciiStream(int parameterIndex, InputStream x, int length) throws SQLException {
    super.setAsciiStream(parameterIndex, x, length);
    values.keep(parameterIndex, null);
  }

  @Deprecated
  @SuppressWarnings("deprecation")
  @Override
  public void setUnicodeStream(int parameterIndex, InputStream x, int length) throws SQLException {
    super.setUnicodeStream(parameterIndex, x, length);
    values.keep(parameterIndex, null);
  }

  @Override
  public void setBinaryStream(int parameterIndex, InputStream x, int length) throws SQLException {
    super.setBinaryStream(parameterIndex, x, length);
    values.keep(parameterIndex, null);
  }

  @Override
  public void setObject(int parameterIndex, Object x, int targetSqlType) throws SQLException {
    Object own = unwrapped(x);
    super.setObject(parameterIndex, own, targetSqlType);
    values.keep(parameterIndex, own);
  }

  @Override
  public void setObject(int parameterIndex, Object x) throws SQLException {
    Object own = unwrapped(x);
    super.setObject(parameterIndex, own);
    values.keep(parameterIndex, own);
  }

  @Override
  public void setCharacterStream(int parameterIndex, Reader reader, int length)
      throws SQLException {
    super.setCharacterStream(parameterIndex, reader, length);
    values.keep(parameterIndex, null);
  }

  @Override
  public void setRef(int parameterIndex, Ref x) throws SQLException {
    super.setRef(parameterIndex, x);
    values.keep(parameterIndex, x);
  }

  @Override
  public void setBlob(int parameterIndex, Blob x) throws SQLException {
    super.setBlob(parameterIndex, x);
    values.keep(parameterIndex, null);
  }

  @Override
  public void setClob(int parameterIndex, Clob x) throws SQLException {
    super.setClob(parameterIndex, x);
    values.keep(parameterIndex, null);
  }

  @Override
  public void setArray(int parameterIndex, Array x) throws SQLException {
    super.setArray(parameterIndex, x);
    values.keep(parameterIndex, x);
  }

  @Override
  public void setDate(int parameterIndex, Date x, Calendar cal) throws SQLException {
    super.setDate(parameterIndex, x, cal);
    values.keep(parameterIndex, x);
  }

  @Override
  public void setTime(int parameterIndex, Time x, Calendar cal) throws SQLException {
    super.setTime(parameterIndex, x, cal);
    values.keep(parameterIndex, x);
  }

  @Override
  public void setTimestamp(int parameterIndex, Timestamp x, Calendar cal) throws SQLException {
    super.setTimestamp(parameterIndex, x, cal);
    values.keep(parameterIndex, x);
  }

  @Override
  public void setNull(int parameterIndex, int sqlType, String typeName) throws SQLException {
    super.setNull(parameterIndex, sqlType, typeName);
    values.keep(parameterIndex, null);
  }

  @Override
  public void setURL(int parameterIndex, URL x) throws SQLException {
    super.setURL(parameterIndex, x);
    values.keep(parameterIndex, x);
  }

  @Override
  public void setRowId(int parameterIndex, RowId x) throws SQLException {
    super.setRowId(parameterIndex, x);
    values.keep(parameterIndex, x);
  }

  @Override
  public void setNString(int parameterIndex, String value) throws SQLException {
    super.setNString(parameterIndex, value);
    values.keep(parameterIndex, value);
  }

  @Override
  public void setNCharacterStream(int parameterIndex, Reader value, long length)
      throws SQLException {
    super.setNCharacterStream(parameterIndex, value, length);
    values.keep(parameterIndex, null);
  }

  @Override
  public void setNClob(int parameterIndex, NClob value) throws SQLException {
    super.setNClob(parameterIndex, value);
    values.keep(parameterIndex, null);
  }

  @Override
  public void setClob(int parameterIndex, Reader reader, long length) throws SQLException {
    super.setClob(parameterIndex, reader, length);
    values.keep(parameterIndex, null);
  }

  @Override
  public void setBlob(int parameterIndex, InputStream inputStream, long length)
      throws SQLException {
    super.setBlob(parameterIndex, inputStream, length);
    values.keep(parameterIndex, null);
  }

  @Override
  public void setNClob(int parameterIndex, Reader reader, long length) throws SQLException {
    super.setNClob(parameterIndex, reader, length);
    values.keep(parameterIndex, null);
  }

  @Override
  public void setSQLXML(int parameterIndex, SQLXML xmlObject) throws SQLException {
    super.setSQLXML(parameterIndex, xmlObject);
    values.keep(parameterIndex, null);
  }

  @Override
  public void setObject(int parameterIndex, Object x, int targetSqlType, int scaleOrLength)
      throws SQLException {
    Object own = unwrapped(x);
    super.setObject(parameterIndex, own, targetSqlType, scaleOrLength);
    values.keep(parameterIndex, own);
  }

  @Override
  public void setAsciiStream(int parameterIndex, InputStream x, long length) throws SQLException {
    super.setAsciiStream(parameterIndex, x, length);
    values.keep(parameterIndex, null);
  }

  @Override
  public void setBinaryStream(int parameterIndex, InputStream x, long length) throws SQLException {
    super.setBinaryStream(parameterIndex, x, length);
    values.keep(parameterIndex, null);
  }

  @Override
  public void setCharacterStream(int parameterIndex, Reader reader, long length)
      throws SQLException {
    super.setCharacterStream(parameterIndex, reader, length);
    values.keep(parameterIndex, null);
  }

  @Override
  public void setAsciiStream(int parameterIndex, InputStream x) throws SQLException {
    super.setAsciiStream(parameterIndex, x);
    values.keep(parameterIndex, null);
  }

  @Override
  public void setBinaryStream(int parameterIndex, InputStream x) throws SQLException {
    super.setBinaryStream(parameterIndex, x);
    values.keep(parameterIndex, null);
  }

  @Override
  public void setCharacterStream(int parameterIndex, Reader reader) throws SQLException {
    super.setCharacterStream(parameterIndex, reader);
    values.keep(parameterIndex, null);
  }

  @Override
  public void setNCharacterStream(int parameterIndex, Reader value) throws SQLException {
    super.setNCharacterStream(parameterIndex, value);
    values.keep(parameterIndex, null);
  }

  @Override
  public void setClob(int parameterIndex, Reader reader) throws SQLException {
    super.setClob(parameterIndex, reader);
    values.keep(parameterIndex, null);
  }

  @Override
  public void setBlob(int parameterIndex, InputStream inputStream) throws SQLException {
    super.setBlob(parameterIndex, inputStream);
    values.keep(parameterIndex, null);
  }

  @Override
  public void setNClob(int parameterIndex, Reader reader) throws SQLException {
    super.setNClob(parameterIndex, reader);
    values.keep(parameterIndex, null);
  }

  @Override
  public void setObject(int parameterIndex, Object x, SQLType targetSqlType, int scaleOrLength)
      throws SQLException {
    Object own = unwrapped(x);
    super.setObject(parameterIndex, own, targetSqlType, scaleOrLength);
    values.keep(parameterIndex, own);
  }

  @Override
  public void setObject(int parameterIndex, Object x, SQLType targetSqlType) throws SQLException {
    Object own = unwrapped(x);
    super.setObject(parameterIndex, own, targetSqlType);
    values.keep(parameterIndex, own);
  }
}
