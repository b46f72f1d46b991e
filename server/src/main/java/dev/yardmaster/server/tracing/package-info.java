/**
 * Spans of distributed traces for the transactions of clients. The server uses only the interface
 * of OpenTelemetry: without an OpenTelemetry SDK in its process, which the OpenTelemetry Java agent
 * adds, there are no spans and no costs. The package owns no thread.
 */
package dev.yardmaster.server.tracing;
