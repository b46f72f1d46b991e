package dev.yardmaster.jdbc.figures;

import java.util.HashMap;
import java.util.Map;

/** Registers an MXBean for each database. */
final class JmxBeans implements DatabaseListener {
  private final Map<String, JmxRegistration> registered = new HashMap<>();

  @Override
  public void added(String name, ScheduledDatabase database) {
    registered.put(name, JmxRegistration.of("Jdbc", name, new JdbcBean(database)));
  }

  @Override
  public void removed(String name) {
    JmxRegistration bean = registered.remove(name);
    if (bean != null) {
      bean.close();
    }
  }
}
