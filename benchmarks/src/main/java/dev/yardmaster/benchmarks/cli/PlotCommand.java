package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.cli.command.CommandText;
import dev.yardmaster.benchmarks.plot.FigureFile;
import dev.yardmaster.benchmarks.plot.Plot;
import dev.yardmaster.benchmarks.report.Report;
import dev.yardmaster.server.cli.ReportFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Draws the figures of JSON reports. */
@Command(
    name = "plot",
    description = {
      "Draws charts of the figures in JSON reports of bench and experiment. Several reports become"
          + " series of the same charts. Dots and bars are medians, and thin lines go from the least"
          + " to the greatest repeat.",
      "",
      "Without --metric, the charts are those of the reports. With --metric, each line chart of a"
          + " report becomes a chart of this metric; sides that no line chart has become bars."
          + " docs/figures.schema.json describes the files."
    },
    exitCodeList = {
      "0:fine",
      "1:a file is no JSON report, has no such metric, or could not be read or written",
      "2:wrong usage"
    },
    footer = {
      "  yardmaster plot reports/smallbank.json",
      "  yardmaster plot before.json after.json --metric committedPerSecond,p99Us",
      "  yardmaster plot before.json after.json --metric committedPerSecond --output plot.svg"
    })
final class PlotCommand implements Callable<Integer> {

  private static final String SVG = ".svg";
  private static final String HTML = ".html";

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "The JSON reports, from the option --json of bench and experiment.")
  private List<Path> files;

  @Option(
      names = "--metric",
      paramLabel = "<list>",
      split = ",",
      description =
          "The metrics to draw, comma-separated, as they are named in the files; the option may be"
              + " repeated. Default: the charts of the reports.")
  private List<String> metrics = List.of();

  @Option(
      names = "--output",
      paramLabel = "FILE",
      defaultValue = "reports/plot.html",
      description =
          "The file to write: an HTML page (.html), or a picture (.svg). Several pictures get the"
              + " numbers 1, 2 and so on before the ending.")
  private Path output;

  @Override
  public Integer call() throws IOException {
    boolean isPicture = output.toString().endsWith(SVG);
    if (!isPicture && !output.toString().endsWith(HTML)) {
      throw new ParameterException(
          spec.commandLine(), "--output=" + output + " must end with " + HTML + " or " + SVG);
    }
    if (metrics.stream().anyMatch(String::isBlank)) {
      throw new ParameterException(
          spec.commandLine(), "--metric=" + String.join(",", metrics) + " has an empty name");
    }
    Set<Path> distinct = new LinkedHashSet<>();
    for (Path file : files) {
      if (!distinct.add(file.toAbsolutePath().normalize())) {
        throw new ParameterException(spec.commandLine(), "the file " + file + " is given twice");
      }
    }
    ReportFile target = ReportFile.forOption("--output", output, spec.commandLine());
    List<FigureFile> figures = new ArrayList<>();
    for (Path file : files) {
      figures.add(FigureFile.read(file));
    }
    Report report = Plot.of(figures, new LinkedHashSet<>(metrics));
    List<String> pictures = List.copyOf(report.plots().values());
    if (pictures.isEmpty()) {
      throw new IOException(
          files.get(0) + ": charts: the report has no chart with a measured figure");
    }
    List<Path> written = new ArrayList<>();
    if (isPicture) {
      for (int i = 0; i < pictures.size(); i++) {
        ReportFile file = pictures.size() == 1 ? target : numbered(i + 1);
        file.write(pictures.get(i));
        written.add(file.path());
      }
    } else {
      target.write(page(report, figures));
      written.add(target.path());
    }
    spec.commandLine()
        .getOut()
        .println(
            "Charts: "
                + pictures.size()
                + ", in "
                + String.join(", ", written.stream().map(Path::toString).toList()));
    spec.commandLine().getOut().flush();
    return ExitCode.OK;
  }

  private ReportFile numbered(int number) throws IOException {
    String name = output.getFileName().toString();
    String stem = name.substring(0, name.length() - SVG.length());
    return ReportFile.prepare(output.resolveSibling(stem + '-' + number + SVG));
  }

  private String page(Report report, List<FigureFile> figures) {
    return report.html(
        joined(figures.stream().map(FigureFile::machine).toList()),
        joined(figures.stream().map(FigureFile::commit).toList()),
        CommandText.of(spec.commandLine()));
  }

  private static String joined(List<String> texts) {
    return String.join("; ", new LinkedHashSet<>(texts));
  }
}
