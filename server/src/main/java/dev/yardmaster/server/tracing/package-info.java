/**
 * Spans of distributed traces for the transactions of clients. The server uses only OpenTelemetry's
 * API. Spans, and their costs, exist only if the process contains an OpenTelemetry SDK, which for
 * example the OpenTelemetry Java agent adds. The package owns no thread.
 */
package dev.yardmaster.server.tracing;
