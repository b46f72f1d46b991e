package dev.yardmaster.jdbc.figures;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.logging.Loggers;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicReference;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * An MXBean in the platform's server, as {@code dev.yardmaster:type=TYPE,name="NAME"}. If the
 * registration fails, for example because a security manager forbids it, the failure is logged, and
 * the application continues. Any thread may call the methods.
 */
public final class JmxRegistration implements AutoCloseable {
  private static final Logger LOG = Loggers.of(JmxRegistration.class);

  /** The maximum number of beans with the same name in one JVM. */
  private static final int MAX_SAME_NAMES = 100;

  private final String name;

  /** Null if the registration has failed, or has ended. */
  @Shared(
      writers = "threads that close the registration",
      readers = "the same",
      access = "AtomicReference; taken out once")
  private final AtomicReference<@Nullable ObjectName> bean;

  private JmxRegistration(String name, @Nullable ObjectName bean) {
    this.name = name;
    this.bean = new AtomicReference<>(bean);
  }

  /**
   * Registers a bean. If another application in this JVM has registered the name, a number is
   * appended.
   */
  public static JmxRegistration of(String type, String name, Object bean) {
    try {
      return new JmxRegistration(name, register(type, name, bean));
    } catch (JMException | RuntimeException failure) {
      LOG.warn("no MXBean shows the figures: name={}", name, failure);
      return new JmxRegistration(name, null);
    }
  }

  private static ObjectName register(String type, String name, Object bean) throws JMException {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    for (int number = 1; ; number++) {
      ObjectName free = objectName(type, number == 1 ? name : name + "@" + number);
      try {
        return server.registerMBean(bean, free).getObjectName();
      } catch (InstanceAlreadyExistsException taken) {
        if (number == MAX_SAME_NAMES) {
          throw taken;
        }
      }
    }
  }

  private static ObjectName objectName(String type, String name) throws JMException {
    return new ObjectName("dev.yardmaster:type=" + type + ",name=" + ObjectName.quote(name));
  }

  /**
   * Unregisters the bean. A second call has no effect, because the name may belong to another bean
   * by then.
   */
  @Override
  public void close() {
    ObjectName registered = bean.getAndSet(null);
    if (registered == null) {
      return;
    }
    try {
      ManagementFactory.getPlatformMBeanServer().unregisterMBean(registered);
    } catch (InstanceNotFoundException gone) {
      LOG.debug("the MXBean was already unregistered: name={}", name, gone);
    } catch (JMException | RuntimeException failure) {
      LOG.warn("the MXBean could not be unregistered: name={}", name, failure);
    }
  }
}
