package dev.yardmaster.storage.hbase;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;

/**
 * A fake of HBase's client, with the calls that a table uses. A map keeps the newest cell of each
 * column. A test can make calls fail by their names. The names are those of the client's methods;
 * "next" is the read of one row by a scan.
 */
final class FakeHBase {

  /** Runs before a call, and makes it fail. */
  @FunctionalInterface
  interface Hook {
    void call(String name) throws IOException;
  }

  private static final byte[][] FAMILIES = {RowFormat.DATA, RowFormat.DELETED};

  private final TableName name;
  private final NavigableMap<byte[], NavigableMap<byte[], Cell>> rows =
      new TreeMap<>(Arrays::compareUnsigned);

  /** Whether a connection was closed. */
  volatile boolean closed;

  volatile Hook hook = unused -> {};

  FakeHBase(String name) {
    this.name = TableName.valueOf(name);
  }

  Connection connect() {
    Table table = proxy(Table.class, this::ofTable);
    Admin admin = proxy(Admin.class, this::ofAdmin);
    return proxy(
        Connection.class,
        (object, method, values) ->
            switch (method.getName()) {
              case "getTable" -> table;
              case "getAdmin" -> admin;
              case "close" -> {
                closed = true;
                yield null;
              }
              default -> throw new UnsupportedOperationException(method.toString());
            });
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(FakeHBase.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private synchronized void enter(String call) throws IOException {
    hook.call(call);
  }

  private Object ofAdmin(Object object, java.lang.reflect.Method method, Object[] values)
      throws IOException {
    String call = method.getName();
    if (call.equals("close")) {
      return null;
    }
    enter(call);
    return switch (call) {
      case "tableExists" -> true;
      case "getDescriptor" ->
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILIES[0]))
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILIES[1]))
              .build();
      case "getRegionServers" -> List.of();
      default -> throw new UnsupportedOperationException(method.toString());
    };
  }

  private Object ofTable(Object object, java.lang.reflect.Method method, Object[] values)
      throws IOException {
    String call = method.getName();
    enter(call);
    return switch (call) {
      case "get" -> get(values[0]);
      case "batch", "delete" -> {
        ((List<?>) values[0]).forEach(this::change);
        yield null;
      }
      case "checkAndMutate" -> change((CheckAndMutate) values[0]);
      case "getScanner" -> scan((Scan) values[0]);
      default -> throw new UnsupportedOperationException(method.toString());
    };
  }

  private synchronized Object get(Object asked) {
    if (asked instanceof Get one) {
      return result(rows.get(one.getRow()));
    }
    List<Result> results = new ArrayList<>();
    for (Object one : (List<?>) asked) {
      results.add((Result) get(one));
    }
    return results.toArray(Result[]::new);
  }

  private static Result result(NavigableMap<byte[], Cell> row) {
    return row == null ? Result.EMPTY_RESULT : Result.create(new ArrayList<>(row.values()));
  }

  private static byte[] column(byte[] family, byte[] qualifier) {
    return new byte[] {family[0], qualifier[0]};
  }

  private synchronized CheckAndMutateResult change(CheckAndMutate change) {
    NavigableMap<byte[], Cell> row = rows.get(change.getRow());
    Cell found = row == null ? null : row.get(column(change.getFamily(), change.getQualifier()));
    byte[] expected = change.getValue();
    boolean succeeds =
        (expected == null || found == null)
            ? expected == null && found == null
            : Arrays.equals(expected, CellUtil.cloneValue(found));
    if (succeeds) {
      change((Object) change.getAction());
    }
    return new CheckAndMutateResult(succeeds, null);
  }

  private synchronized void change(Object change) {
    if (change instanceof Delete delete) {
      for (List<? extends Cell> cells : delete.getFamilyCellMap().values()) {
        for (Cell cell : cells) {
          NavigableMap<byte[], Cell> row = rows.get(delete.getRow());
          byte[] column = column(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell));
          Cell found = row == null ? null : row.get(column);
          if (found != null && found.getTimestamp() <= cell.getTimestamp()) {
            row.remove(column);
          }
        }
      }
      return;
    }
    Put put = (Put) change;
    for (List<? extends Cell> cells : put.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        rows.computeIfAbsent(put.getRow(), unused -> new TreeMap<>(Arrays::compareUnsigned))
            .merge(
                column(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell)),
                new KeyValue(
                    put.getRow(),
                    CellUtil.cloneFamily(cell),
                    CellUtil.cloneQualifier(cell),
                    cell.getTimestamp(),
                    CellUtil.cloneValue(cell)),
                (old, next) -> next.getTimestamp() >= old.getTimestamp() ? next : old);
      }
    }
  }

  private synchronized ResultScanner scan(Scan scan) {
    byte family = scan.getFamilies()[0][0];
    List<Result> found = new ArrayList<>();
    var ordered = scan.isReversed() ? rows.descendingMap() : rows;
    int direction = scan.isReversed() ? -1 : 1;
    for (var row : ordered.entrySet()) {
      int fromStart = direction * Arrays.compareUnsigned(row.getKey(), scan.getStartRow());
      int toStop = direction * Arrays.compareUnsigned(row.getKey(), scan.getStopRow());
      boolean begun =
          scan.getStartRow().length == 0
              || fromStart > 0
              || (fromStart == 0 && scan.includeStartRow());
      boolean ended =
          scan.getStopRow().length > 0 && (toStop > 0 || (toStop == 0 && !scan.includeStopRow()));
      List<Cell> cells =
          row.getValue().values().stream()
              .filter(cell -> CellUtil.cloneFamily(cell)[0] == family)
              .toList();
      if (begun && !ended && !cells.isEmpty()) {
        found.add(Result.create(cells));
      }
    }
    return new Rows(found.iterator());
  }

  private final class Rows implements ResultScanner {

    private final Iterator<Result> rest;

    Rows(Iterator<Result> rest) {
      this.rest = rest;
    }

    @Override
    public Result next() throws IOException {
      enter("next");
      return rest.hasNext() ? rest.next() : null;
    }

    @Override
    public void close() {}

    @Override
    public boolean renewLease() {
      return false;
    }

    @Override
    public ScanMetrics getScanMetrics() {
      return new ScanMetrics();
    }
  }
}
