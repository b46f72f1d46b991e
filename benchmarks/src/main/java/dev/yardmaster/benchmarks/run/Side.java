package dev.yardmaster.benchmarks.run;

import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineMode;
import dev.yardmaster.reorder.Policy;
import dev.yardmaster.reorder.Solver;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One side of a comparison: a mode, with a solver, a policy or a batch size of its own if it is to
 * differ from the common settings. Written {@code
 * mode[/solver][:policy][@batch][+noreports][+recorded]}, as in {@code srvc/sort:rdeg@300}.
 *
 * @param label the text it was written as
 * @param withoutReports whether conflict reports are left out, whatever the common settings say
 * @param recorded whether it records its history even if nobody checks it, to see what that costs
 */
public record Side(
    String label,
    PipelineMode mode,
    Optional<Solver> solver,
    Optional<Policy> policy,
    OptionalInt batchSize,
    boolean withoutReports,
    boolean recorded) {

  /** Largest batch that a side can ask for. */
  public static final int MAX_BATCH_SIZE = 4096;

  private static final Pattern FORM =
      Pattern.compile(
          "([^/:@+]+)(?:/([^/:@+]+))?(?::([^/:@+]+))?(?:@([^/:@+]+))?"
              + "(\\+noreports)?(\\+recorded)?");

  /**
   * The side that a text names.
   *
   * @throws IllegalArgumentException naming what is wrong and what is allowed
   */
  public static Side parse(String label) {
    Matcher form = FORM.matcher(label);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "'"
              + label
              + "' is not a side: write mode, mode/solver, mode:policy, mode@batch or several of them in"
              + " this order,"
              + " and +noreports or +recorded behind it if you like");
    }
    return new Side(
        label,
        mode(form.group(1)),
        form.group(2) == null ? Optional.empty() : Optional.of(solver(form.group(2))),
        form.group(3) == null ? Optional.empty() : Optional.of(policy(form.group(3))),
        form.group(4) == null ? OptionalInt.empty() : OptionalInt.of(batchSize(form.group(4))),
        form.group(5) != null,
        form.group(6) != null);
  }

  /** The common settings with this side's own. */
  public PipelineConfig configure(PipelineConfig common) {
    return common.toBuilder()
        .mode(mode)
        .solver(solver.orElse(common.solver()))
        .policy(policy.orElse(common.policy()))
        .batchSize(batchSize.orElse(common.batchSize()))
        .conflictReports(common.conflictReports() && !withoutReports)
        .build();
  }

  private static PipelineMode mode(String text) {
    return Arrays.stream(PipelineMode.values())
        .filter(mode -> mode.label().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'"
                        + text
                        + "' is not a mode: "
                        + String.join(
                            ", ",
                            Arrays.stream(PipelineMode.values())
                                .map(PipelineMode::label)
                                .toList())));
  }

  private static Solver solver(String text) {
    try {
      return Solver.of(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is not a solver: "
              + String.join(", ", Arrays.stream(Solver.values()).map(Solver::optionName).toList()),
          e);
    }
  }

  private static Policy policy(String text) {
    try {
      return Policy.of(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is not a policy: mc, "
              + String.join(", ", Arrays.stream(Policy.values()).map(Policy::optionName).toList()),
          e);
    }
  }

  private static int batchSize(String text) {
    if (text.matches("[0-9]{1,4}")) {
      int size = Integer.parseInt(text);
      if (size >= 1 && size <= MAX_BATCH_SIZE) {
        return size;
      }
    }
    throw new IllegalArgumentException(
        String.format(
            Locale.ROOT, "'%s' is not a batch size: 1 to %,d transactions", text, MAX_BATCH_SIZE));
  }
}
