package dev.yardmaster.benchmarks.cli.experiment;

import dev.yardmaster.benchmarks.cli.command.CommandText;
import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.experiment.cormcc.CormccScale;
import dev.yardmaster.benchmarks.experiment.cormcc.TreeGrid;
import dev.yardmaster.server.cli.ReportFile;
import dev.yardmaster.server.cli.TextTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Trains the decision tree of the side {@code cormcc=tree}. */
@Command(
    name = "cormcc-tree",
    description = {
      "Trains the decision tree by which the side cormcc=tree chooses the protocol of each partition,"
          + " as in section 5 of the CormCC paper.",
      "",
      "The loads are YCSB on 32 simulated workers with 32 partitions: 50, 80 or 100 % reads, 15 or"
          + " 25 requests, a skew of 0, 0.5, 1 or 1.5, and no cross-partition transactions,"
          + " or half or all of them. Each load runs under partcc, no-wait and silo; silo's run also samples"
          + " the load's features. One virtual ms takes about a second, so the 72 loads"
          + " take about 20 minutes with --jobs 1. YCSB's table has 1000000 records, with --quick"
          + " 100000. The intervals are 0.002 virtual seconds, with --quick 0.001. With --quick there"
          + " are 4 loads on 8 workers with 8 partitions. ./yardmaster gives this command 8 GiB of heap unless YARDMASTER_JVM_OPTIONS"
          + " sets another size."
    },
    footer = {
      "  yardmaster experiment cormcc-tree --quick",
      "  yardmaster experiment cormcc-tree --tree tree.txt --jobs 1",
      "  yardmaster experiment cormcc-tree --tree tree.txt --resume"
    })
final class CormccTreeCommand extends EnginePaperCommand {

  private static final String TITLE = "A decision tree for CormCC";

  private static final double VIRTUAL_SECONDS = 0.002;
  private static final int QUICK_PARTITIONS = 8;

  @Option(
      names = "--tree",
      paramLabel = "FILE",
      description =
          "The file for the tree. Default: reports/cormcc-tree.txt under the current folder.")
  private Path tree = Path.of("reports", "cormcc-tree.txt");

  CormccTreeCommand(Environment environment) {
    super(environment);
  }

  @Override
  public Integer call() throws IOException {
    boolean quick = options().quick();
    CormccScale scale = quick ? CormccScale.QUICK : CormccScale.FULL;
    scale =
        scale.with(
            quick ? QUICK_PARTITIONS : scale.partitions(),
            records(scale.records()),
            rounds(quick ? scale.rounds() : scale.rounds().withVirtualSeconds(VIRTUAL_SECONDS)));
    ReportFile file = ReportFile.forOption("--tree", tree, line());
    TreeGrid grid = new TreeGrid(scale, quick, options().seed());
    Map<String, Object> settings = scale.rounds().settings(scale.records(), scale.items());
    settings.put("quick", quick);
    try {
      return run(
          TITLE,
          List.of(grid.figure()),
          settings,
          (measured, out) -> {
            String text = grid.tree(measured);
            String losses = TextTable.render(grid.losses(text, measured));
            out.println(losses);
            out.println(text);
            file.write(comments(CommandText.of(line()) + "\n\n" + losses) + text);
            out.println("Tree: " + file.path());
          });
    } catch (TreeGrid.ShortInterval e) {
      throw new ParameterException(line(), "--virtual-seconds: " + e.getMessage(), e);
    }
  }

  private static String comments(String text) {
    return text.lines().map(line -> ("# " + line).strip() + "\n").collect(Collectors.joining());
  }
}
