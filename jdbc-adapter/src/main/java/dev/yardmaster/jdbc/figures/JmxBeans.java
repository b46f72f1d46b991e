package dev.yardmaster.jdbc.figures;

import dev.yardmaster.logging.Loggers;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;

/**
 * Registers an MXBean for each database. A failure, for example because a security manager forbids
 * the registration, is logged, and the application goes on.
 */
final class JmxBeans implements DatabaseListener {
  private static final Logger LOG = Loggers.of(JmxBeans.class);

  /** The most applications in one JVM that may use the same name. */
  private static final int MAX_SAME_NAMES = 100;

  private final Map<String, ObjectName> registered = new HashMap<>();

  @Override
  public void added(String name, ScheduledDatabase database) {
    try {
      registered.put(name, register(name, new JdbcBean(database)));
    } catch (JMException | RuntimeException failure) {
      LOG.warn("no MXBean shows the figures: name={}", name, failure);
    }
  }

  /** Another application in this JVM may have registered the name; a number is then added. */
  private static ObjectName register(String name, JdbcBean bean) throws JMException {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    for (int number = 1; ; number++) {
      ObjectName free = objectName(number == 1 ? name : name + "@" + number);
      try {
        return server.registerMBean(bean, free).getObjectName();
      } catch (InstanceAlreadyExistsException taken) {
        if (number == MAX_SAME_NAMES) {
          throw taken;
        }
      }
    }
  }

  private static ObjectName objectName(String name) throws JMException {
    return new ObjectName("dev.yardmaster:type=Jdbc,name=" + ObjectName.quote(name));
  }

  @Override
  public void removed(String name) {
    ObjectName bean = registered.remove(name);
    if (bean == null) {
      return;
    }
    try {
      ManagementFactory.getPlatformMBeanServer().unregisterMBean(bean);
    } catch (InstanceNotFoundException gone) {
      LOG.debug("the MXBean was already unregistered: name={}", name, gone);
    } catch (JMException | RuntimeException failure) {
      LOG.warn("the MXBean could not be unregistered: name={}", name, failure);
    }
  }
}
