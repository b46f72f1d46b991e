package dev.yardmaster.jdbc.generator;

import java.io.IOException;
import java.io.Writer;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.tools.Diagnostic;

/**
 * Generates the subclasses of {@link Delegating} classes. The processor runs on the compiler's
 * thread.
 */
@SupportedAnnotationTypes("dev.yardmaster.jdbc.generator.Delegating")
public final class DelegatingProcessor extends AbstractProcessor {

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latestSupported();
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    for (TypeElement type :
        ElementFilter.typesIn(round.getElementsAnnotatedWith(Delegating.class))) {
      try {
        DelegatingClass completed = new DelegatingClass(type, processingEnv.getTypeUtils());
        String source = completed.source();
        try (Writer file =
            processingEnv.getFiler().createSourceFile(completed.name(), type).openWriter()) {
          file.write(source);
        }
      } catch (IllegalArgumentException | IOException failure) {
        processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, failure.getMessage(), type);
      }
    }
    return false;
  }
}
