package dev.yardmaster.spring.autoconfigure;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.observation.ObservedTransactionService;
import io.micrometer.observation.ObservationRegistry;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.RuntimeBeanReference;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;

/**
 * Registers an {@link ObservedTransactionService} that wraps the service. The application then gets
 * the wrapper when it injects the type {@link TransactionService}. The service itself remains a
 * bean, so that health, meters and injection by the type of the back end still find it.
 */
final class ObservedServiceRegistration implements BeanDefinitionRegistryPostProcessor {

  /** The name of the observed service's bean. */
  static final String NAME = "yardmasterObservedService";

  @Override
  public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
    String service = injectedByType(registry);
    if (service == null) {
      return;
    }
    registry.getBeanDefinition(service).setPrimary(false);
    RootBeanDefinition observed = new RootBeanDefinition(ObservedTransactionService.class);
    observed.setFactoryMethodName("observe");
    observed
        .getConstructorArgumentValues()
        .addGenericArgumentValue(new RuntimeBeanReference(service));
    observed
        .getConstructorArgumentValues()
        .addGenericArgumentValue(new RuntimeBeanReference(ObservationRegistry.class));
    observed.setPrimary(true);
    observed.setDestroyMethodName(""); // Spring closes the service itself.
    registry.registerBeanDefinition(NAME, observed);
  }

  /**
   * Returns the name of the only service; if there are several services, the name of the only
   * primary one; otherwise null.
   */
  private static @Nullable String injectedByType(BeanDefinitionRegistry registry) {
    List<String> names =
        Arrays.stream(
                ((ListableBeanFactory) registry)
                    .getBeanNamesForType(TransactionService.class, true, false))
            .filter(registry::containsBeanDefinition)
            .filter(name -> registry.getBeanDefinition(name).isAutowireCandidate())
            .toList();
    List<String> primary =
        names.stream().filter(name -> registry.getBeanDefinition(name).isPrimary()).toList();
    List<String> candidates = names.size() > 1 ? primary : names;
    return candidates.size() == 1 ? candidates.get(0) : null;
  }
}
