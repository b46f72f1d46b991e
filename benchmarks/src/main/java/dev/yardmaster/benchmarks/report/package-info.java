/**
 * One report for all that is measured: tables for the terminal, {@link
 * dev.yardmaster.benchmarks.report.JsonReport JSON} for scripts, and an HTML page with SVG charts
 * that stands on its own. A {@link dev.yardmaster.benchmarks.report.Report} is made of sections;
 * what they show is data: columns and panels that name figures. Pure functions of {@link
 * dev.yardmaster.benchmarks.measure.Measurements}, apart from {@link
 * dev.yardmaster.server.cli.ReportFile}.
 */
package dev.yardmaster.benchmarks.report;
