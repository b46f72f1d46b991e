package dev.yardmaster.benchmarks.jdbc.slices;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One combination of settings for which the sides are compared.
 *
 * @param connections number of connections of each side, and also number of clients of each side
 * @param skew theta of Zipf's law; 0 is uniform
 */
record Cell(
    SlicedWorkload workload, boolean forcedWrites, int connections, double skew, PoolKind pool) {

  /** Returns the text that names the cell in reports. */
  String label() {
    return workload.label()
        + ", forced writes "
        + onOff()
        + ", "
        + connections
        + (connections == 1 ? " connection, " : " connections, ")
        + (skew == 0 ? "uniform" : "skew " + skew)
        + (pool == PoolKind.NONE ? "" : ", " + pool.label());
  }

  /** Returns the cell's values, by the names of settings. */
  Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("workload", workload.label());
    settings.put("forcedWrites", onOff());
    settings.put("connections", connections);
    settings.put("skew", skew);
    settings.put("pool", pool.label());
    return settings;
  }

  private String onOff() {
    return forcedWrites ? "on" : "off";
  }
}
