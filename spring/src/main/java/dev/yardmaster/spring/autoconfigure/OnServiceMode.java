package dev.yardmaster.spring.autoconfigure;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.ClassUtils;

/** Selects the back end of the service, based on the properties and the class path. */
final class OnServiceMode extends SpringBootCondition {

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    var attributes = metadata.getAnnotations().get(ConditionalOnServiceMode.class);
    ServiceMode asked = attributes.getEnum("value", ServiceMode.class);
    ClassLoader loader = context.getClassLoader();
    Optional<ServiceMode> mode = selected(context.getEnvironment(), loader);
    boolean matches =
        mode.filter(asked::equals).isPresent()
            && isPresent(asked, loader) == attributes.getBoolean("present");
    return new ConditionOutcome(
        matches,
        ConditionMessage.forCondition(ConditionalOnServiceMode.class, asked)
            .because("the back end is " + mode.map(Enum::name).orElse("none")));
  }

  private static Optional<ServiceMode> selected(
      Environment environment, @Nullable ClassLoader loader) {
    Binder binder = Binder.get(environment);
    ServiceMode set = binder.bind("yardmaster.mode", ServiceMode.class).orElse(null);
    if (set != null) {
      return Optional.of(set);
    }
    List<String> servers =
        binder.bind("yardmaster.client.servers", Bindable.listOf(String.class)).orElse(List.of());
    if (!servers.isEmpty()) {
      return Optional.of(ServiceMode.CLIENT);
    }
    return Arrays.stream(ServiceMode.values()).filter(mode -> isPresent(mode, loader)).findFirst();
  }

  private static boolean isPresent(ServiceMode mode, @Nullable ClassLoader loader) {
    return ClassUtils.isPresent(mode.entryPoint(), loader);
  }
}
