package dev.yardmaster.spring.autoconfigure;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionService;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Registers all beans of the type {@link Procedure} with each service, before any other bean gets
 * the service. So a procedure bean must not depend on the service.
 */
final class ProcedureRegistration implements BeanPostProcessor {

  private final ListableBeanFactory beans;

  ProcedureRegistration(ListableBeanFactory beans) {
    this.beans = beans;
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    if (bean instanceof TransactionService service
        && !name.equals(ObservedServiceRegistration.NAME)) {
      try {
        beans.getBeanProvider(Procedure.class).orderedStream().forEach(service::register);
      } catch (RuntimeException refused) {
        service.close(); // Spring does not know yet that it has to close the bean.
        throw refused;
      }
    }
    return bean;
  }
}
