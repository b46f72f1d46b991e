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
 * Applies an interceptor to methods with an annotation, and to the public methods of classes with
 * the annotation. The interceptor runs outside of all other advice, such as the advice of
 * {@code @Transactional}.
 */
public final class AnnotationAdvice extends AbstractBeanFactoryAwareAdvisingPostProcessor {

  private static final long serialVersionUID = 1L;

  /** The methods to which an annotation on the class applies. */
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
