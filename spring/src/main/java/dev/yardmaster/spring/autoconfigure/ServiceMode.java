package dev.yardmaster.spring.autoconfigure;

/** The back end of the auto-configured service. */
public enum ServiceMode {
  /** The embedded pipeline; requires {@code yardmaster-processor}. */
  PIPELINE("yardmaster-processor", "dev.yardmaster.processor.Pipeline"),
  /** The in-process engine; requires {@code yardmaster-engine}. */
  ENGINE("yardmaster-engine", "dev.yardmaster.engine.service.Engine"),
  /** The client of a server; requires {@code yardmaster-client}. */
  CLIENT("yardmaster-client", "dev.yardmaster.client.YardmasterClient");

  private final String artifact;
  private final String entryPoint;

  ServiceMode(String artifact, String entryPoint) {
    this.artifact = artifact;
    this.entryPoint = entryPoint;
  }

  /** Returns the name of the artifact that contains the back end. */
  String artifact() {
    return artifact;
  }

  /** Returns the name of the class that must be on the class path. */
  String entryPoint() {
    return entryPoint;
  }
}
