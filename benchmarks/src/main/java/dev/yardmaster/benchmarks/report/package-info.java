/**
 * Reports of measurements: tables for the terminal, {@link
 * dev.yardmaster.benchmarks.report.JsonReport JSON} for scripts, and a self-contained HTML page
 * with SVG charts. A {@link dev.yardmaster.benchmarks.report.Report} consists of sections. The
 * content of a section is data: columns and panels that name figures. All code consists of pure
 * functions of {@link dev.yardmaster.benchmarks.measure.Measurements}, except for {@link
 * dev.yardmaster.server.cli.ReportFile}, which writes files.
 */
package dev.yardmaster.benchmarks.report;
