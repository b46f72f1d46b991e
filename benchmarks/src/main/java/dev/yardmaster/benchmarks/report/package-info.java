/**
 * Shows results: plain-text tables, JSON for scripts, and an HTML page that stands on its own. Pure
 * functions of {@link dev.yardmaster.benchmarks.run.Results}, apart from {@link
 * dev.yardmaster.server.cli.ReportFile}.
 */
package dev.yardmaster.benchmarks.report;
