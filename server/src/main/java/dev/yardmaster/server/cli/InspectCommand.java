package dev.yardmaster.server.cli;

import dev.yardmaster.engine.durable.DefinitionFormat;
import dev.yardmaster.storage.log.DataDirectory;
import dev.yardmaster.storage.log.backup.Inspection;
import dev.yardmaster.storage.log.backup.Inspection.FileReport;
import dev.yardmaster.storage.log.backup.Inspection.State;
import dev.yardmaster.storage.log.backup.Salvage;
import dev.yardmaster.storage.log.backup.Salvaged;
import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.storage.log.format.LogVisitor;
import dev.yardmaster.storage.log.format.StoredWrite;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows the contents of a data directory. */
@Command(
    name = "inspect",
    description = {
      "Reads a data directory that no process has open, and changes nothing. Shows the"
          + " checkpoints and log segments, their commit versions, and whether they are damaged.",
      "",
      "A WHOLE file is complete. A TORN file ends in a write that a crash interrupted; no client"
          + " got an answer for this write, and the next start removes it. If a file is DAMAGED,"
          + " the service does not start: restore the damaged or missing file from a copy. The"
          + " next start removes a LEFT_OVER file. The definitions of typed tables are shown, too."
    },
    exitCodeList = {
      "0:a service would start with this directory",
      "1:the directory is damaged, or could not be read; with --salvage: a part is missing",
      "2:wrong usage"
    },
    footer = {
      "  yardmaster inspect /var/lib/yardmaster",
      "  yardmaster inspect /var/lib/yardmaster --records",
      "  yardmaster inspect /var/lib/yardmaster --salvage /var/lib/salvaged"
    })
final class InspectCommand implements Callable<Integer> {

  private static final int SHOWN_BYTES = 16;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "The data directory.")
  private Path directory;

  @Option(
      names = "--records",
      description =
          "Print every transaction of the log: commit version, id, and its writes with the first"
              + " bytes of their values; the newest segment comes first. Default: off.")
  private boolean records;

  @Option(
      names = "--salvage",
      paramLabel = "NEWDIR",
      description =
          "Write the intact data to a new data directory, and print the missing parts. The "
              + "directory"
              + " DIR is not changed. Default: only show.")
  private Path salvage;

  @Override
  public Integer call() throws IOException {
    CommandLine command = spec.commandLine();
    if (salvage != null && records) {
      throw new ParameterException(command, "--salvage and --records exclude each other");
    }
    if (!Files.isDirectory(directory)) {
      throw new ParameterException(command, "DIR: there is no directory " + directory);
    }
    if (Files.exists(directory.resolve(DataDirectory.TABLE))) {
      throw new ParameterException(
          command,
          "DIR: the data of "
              + directory
              + " are in a table, in its folder "
              + DataDirectory.TABLE
              + "; inspect reads only checkpoints and the log, as in a backup");
    }
    PrintWriter out = command.getOut();
    if (salvage != null) {
      return salvage(out);
    }
    Inspection inspection;
    try (FileDisk disk = FileDisk.openToRead(directory)) {
      inspection = Inspection.of(disk, new Records(records ? out : null));
    }
    if (inspection.files().isEmpty()) {
      out.println("The directory " + directory + " has no files of a service.");
      out.flush();
      return ExitCode.OK;
    }
    out.println(TextTable.render(table(inspection)));
    if (!inspection.definitions().isEmpty()) {
      out.println("The directory has typed tables:");
      inspection.definitions().forEach((name, value) -> out.println(definition(name, value)));
    }
    inspection.files().stream()
        .filter(file -> file.problem().isPresent())
        .forEach(file -> out.println(file.name() + ": " + inWords(file)));
    out.println(
        inspection.isDamaged()
            ? "Damaged: a service or a database would not start with this directory."
            : inspection.definitions().isEmpty()
                ? "A service would start with this directory."
                : "A database, or an engine, with these tables would start with this directory.");
    out.flush();
    return inspection.isDamaged() ? ExitCode.SOFTWARE : ExitCode.OK;
  }

  private static String definition(String name, byte[] value) {
    try {
      StringBuilder text = new StringBuilder("  ").append(name);
      DefinitionFormat.decode(value)
          .forEach(
              (property, is) -> text.append("\n    ").append(property).append(": ").append(is));
      return text.toString();
    } catch (IllegalArgumentException e) {
      return "  " + name + "\n    " + e.getMessage();
    }
  }

  private int salvage(PrintWriter out) throws IOException {
    Salvaged salvaged = Salvage.run(directory, salvage, System.currentTimeMillis());
    for (Salvaged.Missing part : salvaged.missing()) {
      out.printf(
          Locale.ROOT,
          "missing: %s, position %,d to %,d, commits after version %d%s: %s%n",
          part.file(),
          part.from(),
          part.to(),
          part.after(),
          part.before() == Salvaged.UNKNOWN ? "" : " and before version " + part.before(),
          part.what());
    }
    out.printf(
        Locale.ROOT,
        "%s has %,d entries of the checkpoint and %,d transactions, up to version %d.%n",
        salvage,
        salvaged.entries(),
        salvaged.transactions(),
        salvaged.lastVersion());
    out.println(salvaged.missing().isEmpty() ? "Nothing is missing." : "Something is missing.");
    out.flush();
    return salvaged.missing().isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private static String inWords(FileReport file) {
    String problem = file.problem().orElseThrow();
    return file.wholeBytes() < file.bytes() && file.state() != State.LEFT_OVER
        ? String.format(Locale.ROOT, "%s (position %,d)", problem, file.wholeBytes())
        : problem;
  }

  private FigureTable table(Inspection inspection) {
    List<List<String>> rows = new ArrayList<>();
    for (FileReport file : inspection.files()) {
      rows.add(
          List.of(
              file.name(),
              file.state().name(),
              whole(file.bytes()),
              whole(file.wholeBytes()),
              whole(file.epoch()),
              file.isSegment() ? whole(file.firstVersion()) : "-",
              whole(file.lastVersion()),
              whole(file.count())));
    }
    return new FigureTable(
        directory
            + ": bytes, and the number of intact bytes; the start that wrote the file; the commit"
            + " versions, above the first and up to the last; transactions or entries",
        List.of("file", "state", "bytes", "whole", "start", "above", "up to", "count"),
        rows);
  }

  private static String whole(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Prints the transactions of the log, or nothing if {@code out} is null. */
  private record Records(PrintWriter out) implements LogVisitor {

    @Override
    public boolean transaction(long version, long transactionId, int writes) {
      if (out != null) {
        out.printf(Locale.ROOT, "%d transaction %d, %d writes%n", version, transactionId, writes);
      }
      return out != null;
    }

    @Override
    public void entry(StoredWrite write, long version) {
      out.println(
          "  " + write.key() + " = " + (write.isDeletion() ? "deleted" : shown(write.value())));
    }

    private static String shown(byte[] value) {
      StringBuilder text = new StringBuilder("0x");
      for (int i = 0; i < Math.min(SHOWN_BYTES, value.length); i++) {
        text.append(String.format(Locale.ROOT, "%02x", value[i]));
      }
      return value.length <= SHOWN_BYTES
          ? text.toString()
          : text.append("... (").append(value.length).append(" bytes)").toString();
    }
  }
}
