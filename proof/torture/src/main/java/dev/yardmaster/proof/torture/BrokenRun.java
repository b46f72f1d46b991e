package dev.yardmaster.proof.torture;

import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.ExitCode;

/**
 * Reports a failed or interrupted run. The files of the run are kept for inspection.
 *
 * @param err the error output
 * @param data the folder of the data
 * @param output the folder with the output of the processes
 */
public record BrokenRun(PrintWriter err, Path data, Path output) {

  /**
   * Reports that a check failed, and returns the exit code.
   *
   * @param repeat the command that repeats the run
   */
  public int failed(TortureFailure failure, String repeat) {
    err.println("a check failed: " + failure.getMessage());
    err.println("Data directory: " + data);
    err.println("Output of the processes: " + output);
    err.println("Repeat with: " + repeat);
    err.flush();
    return ExitCode.SOFTWARE;
  }

  /** Reports that the run was interrupted, and returns the exit code. */
  public int interrupted() {
    err.println("interrupted; the data directory stays: " + data);
    err.flush();
    return ExitCode.SOFTWARE;
  }
}
