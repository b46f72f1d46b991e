package dev.yardmaster.spring.autoconfigure;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Conditional;

/** Matches if the properties and the class path select this back end. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Conditional(OnServiceMode.class)
@interface ConditionalOnServiceMode {

  /** The back end. */
  ServiceMode value();

  /** Whether the back end's classes must be on the class path, or must be missing. */
  boolean present() default true;
}
