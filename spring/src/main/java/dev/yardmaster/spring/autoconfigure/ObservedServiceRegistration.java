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
 * Adds an {@link ObservedTransactionService} in front of the service that the application gets by
 * the type {@link TransactionService}. The service itself remains a bean of its own type, so that
 * health, meters and injection by the type of the back end find it.
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

  /** Returns the name of the only service, or of the only primary one; null if there is none. */
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
