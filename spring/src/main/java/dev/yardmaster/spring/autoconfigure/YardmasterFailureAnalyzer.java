package dev.yardmaster.spring.autoconfigure;

import dev.yardmaster.api.YardmasterException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeansException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Describes why the service did not start, and what the user should do. */
final class YardmasterFailureAnalyzer extends AbstractFailureAnalyzer<YardmasterException> {

  YardmasterFailureAnalyzer() {}

  @Override
  protected @Nullable FailureAnalysis analyze(Throwable root, YardmasterException error) {
    if (!(root instanceof BeansException)) {
      return null; // The application's own code threw it, whose stack trace shows where.
    }
    String action =
        switch (error.code().category()) {
          case INVALID, FAILED ->
              "Correct the property under yardmaster, or the procedure, that the description names.";
          case ABORTED, REFUSED, UNKNOWN ->
              "Check that the servers of yardmaster.client.servers run, and that one of them accepts"
                  + " requests.";
          case DENIED ->
              "Check yardmaster.client.token, or the certificate of yardmaster.client.ssl.bundle.";
          case DATA ->
              "Check that no other process uses the data directory, and that its files can be read"
                  + " and written.";
        };
    return new FailureAnalysis(error.getMessage(), action, error);
  }
}
