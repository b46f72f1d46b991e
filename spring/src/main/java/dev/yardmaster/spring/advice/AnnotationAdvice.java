package dev.yardmaster.spring.advice;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.aop.MethodMatcher;
import org.springframework.aop.Pointcut;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.support.ComposablePointcut;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcher;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.core.env.Environment;
import org.springframework.util.ReflectionUtils;

/**
 * Lets an interceptor surround the methods with an annotation, and the methods of classes with it.
 * The interceptor is outside of all other advice, such as that of {@code @Transactional}.
 */
public final class AnnotationAdvice extends AbstractBeanFactoryAwareAdvisingPostProcessor {

  private static final long serialVersionUID = 1L;

  /** The methods that an annotation on their class concerns. */
  private static final MethodMatcher PUBLIC =
      new StaticMethodMatcher() {
        @Override
        public boolean matches(Method method, Class<?> target) {
          return Modifier.isPublic(method.getModifiers())
              && !ReflectionUtils.isObjectMethod(method);
        }
      };

  public AnnotationAdvice(
      Class<? extends Annotation> type, MethodInterceptor interceptor, Environment environment) {
    Pointcut ofClasses =
        new ComposablePointcut(new AnnotationMatchingPointcut(type, true)).intersection(PUBLIC);
    Pointcut ofMethods = new AnnotationMatchingPointcut(null, type, true);
    advisor =
        new DefaultPointcutAdvisor(new ComposablePointcut(ofClasses).union(ofMethods), interceptor);
    setBeforeExistingAdvisors(true);
    setProxyTargetClass(
        environment.getProperty("spring.aop.proxy-target-class", Boolean.class, true));
  }
}
