package dev.yardmaster.jdbc.driver;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A database's description whose connection, and whose result sets' statements', is ours: what the
 * vendor's returned would lead past us.
 */
final class YardMetaData extends DelegatingMetaData {
  private final YardConnection connection;

  YardMetaData(YardConnection connection, DatabaseMetaData vendor) {
    super(vendor);
    this.connection = connection;
  }

  @Override
  public Connection getConnection() throws SQLException {
    return connection.instead(vendor.getConnection());
  }

  @Override
  public ResultSet getProcedures(String catalog, String schemaPattern, String procedureNamePattern)
      throws SQLException {
    return connection.ours(vendor.getProcedures(catalog, schemaPattern, procedureNamePattern));
  }

  @Override
  public ResultSet getProcedureColumns(
      String catalog, String schemaPattern, String procedureNamePattern, String columnNamePattern)
      throws SQLException {
    return connection.ours(
        vendor.getProcedureColumns(
            catalog, schemaPattern, procedureNamePattern, columnNamePattern));
  }

  @Override
  public ResultSet getTables(
      String catalog, String schemaPattern, String tableNamePattern, String[] types)
      throws SQLException {
    return connection.ours(vendor.getTables(catalog, schemaPattern, tableNamePattern, types));
  }

  @Override
  public ResultSet getSchemas() throws SQLException {
    return connection.ours(vendor.getSchemas());
  }

  @Override
  public ResultSet getCatalogs() throws SQLException {
    return connection.ours(vendor.getCatalogs());
  }

  @Override
  public ResultSet getTableTypes() throws SQLException {
    return connection.ours(vendor.getTableTypes());
  }

  @Override
  public ResultSet getColumns(
      String catalog, String schemaPattern, String tableNamePattern, String columnNamePattern)
      throws SQLException {
    return connection.ours(
        vendor.getColumns(catalog, schemaPattern, tableNamePattern, columnNamePattern));
  }

  @Override
  public ResultSet getColumnPrivileges(
      String catalog, String schema, String table, String columnNamePattern) throws SQLException {
    return connection.ours(vendor.getColumnPrivileges(catalog, schema, table, columnNamePattern));
  }

  @Override
  public ResultSet getTablePrivileges(String catalog, String schemaPattern, String tableNamePattern)
      throws SQLException {
    return connection.ours(vendor.getTablePrivileges(catalog, schemaPattern, tableNamePattern));
  }

  @Override
  public ResultSet getBestRowIdentifier(
      String catalog, String schema, String table, int scope, boolean nullable)
      throws SQLException {
    return connection.ours(vendor.getBestRowIdentifier(catalog, schema, table, scope, nullable));
  }

  @Override
  public ResultSet getVersionColumns(String catalog, String schema, String table)
      throws SQLException {
    return connection.ours(vendor.getVersionColumns(catalog, schema, table));
  }

  @Override
  public ResultSet getPrimaryKeys(String catalog, String schema, String table) throws SQLException {
    return connection.ours(vendor.getPrimaryKeys(catalog, schema, table));
  }

  @Override
  public ResultSet getImportedKeys(String catalog, String schema, String table)
      throws SQLException {
    return connection.ours(vendor.getImportedKeys(catalog, schema, table));
  }

  @Override
  public ResultSet getExportedKeys(String catalog, String schema, String table)
      throws SQLException {
    return connection.ours(vendor.getExportedKeys(catalog, schema, table));
  }

  @Override
  public ResultSet getCrossReference(
      String parentCatalog,
      String parentSchema,
      String parentTable,
      String foreignCatalog,
      String foreignSchema,
      String foreignTable)
      throws SQLException {
    return connection.ours(
        vendor.getCrossReference(
            parentCatalog, parentSchema, parentTable, foreignCatalog, foreignSchema, foreignTable));
  }

  @Override
  public ResultSet getTypeInfo() throws SQLException {
    return connection.ours(vendor.getTypeInfo());
  }

  @Override
  public ResultSet getIndexInfo(
      String catalog, String schema, String table, boolean unique, boolean approximate)
      throws SQLException {
    return connection.ours(vendor.getIndexInfo(catalog, schema, table, unique, approximate));
  }

  @Override
  public ResultSet getUDTs(
      String catalog, String schemaPattern, String typeNamePattern, int[] types)
      throws SQLException {
    return connection.ours(vendor.getUDTs(catalog, schemaPattern, typeNamePattern, types));
  }

  @Override
  public ResultSet getSuperTypes(String catalog, String schemaPattern, String typeNamePattern)
      throws SQLException {
    return connection.ours(vendor.getSuperTypes(catalog, schemaPattern, typeNamePattern));
  }

  @Override
  public ResultSet getSuperTables(String catalog, String schemaPattern, String tableNamePattern)
      throws SQLException {
    return connection.ours(vendor.getSuperTables(catalog, schemaPattern, tableNamePattern));
  }

  @Override
  public ResultSet getAttributes(
      String catalog, String schemaPattern, String typeNamePattern, String attributeNamePattern)
      throws SQLException {
    return connection.ours(
        vendor.getAttributes(catalog, schemaPattern, typeNamePattern, attributeNamePattern));
  }

  @Override
  public ResultSet getSchemas(String catalog, String schemaPattern) throws SQLException {
    return connection.ours(vendor.getSchemas(catalog, schemaPattern));
  }

  @Override
  public ResultSet getClientInfoProperties() throws SQLException {
    return connection.ours(vendor.getClientInfoProperties());
  }

  @Override
  public ResultSet getFunctions(String catalog, String schemaPattern, String functionNamePattern)
      throws SQLException {
    return connection.ours(vendor.getFunctions(catalog, schemaPattern, functionNamePattern));
  }

  @Override
  public ResultSet getFunctionColumns(
      String catalog, String schemaPattern, String functionNamePattern, String columnNamePattern)
      throws SQLException {
    return connection.ours(
        vendor.getFunctionColumns(catalog, schemaPattern, functionNamePattern, columnNamePattern));
  }

  @Override
  public ResultSet getPseudoColumns(
      String catalog, String schemaPattern, String tableNamePattern, String columnNamePattern)
      throws SQLException {
    return connection.ours(
        vendor.getPseudoColumns(catalog, schemaPattern, tableNamePattern, columnNamePattern));
  }
}
