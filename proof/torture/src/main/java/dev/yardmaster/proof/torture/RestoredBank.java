package dev.yardmaster.proof.torture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Starts a service on a restored directory, in a separate process, and checks the service's data.
 * Every account must have the state of the version to which the directory was restored.
 * Transactions up to this version must still have their outcomes. The bank must not know later
 * transactions, so that a repeated submission of a later transaction runs it again. Only one thread
 * may use the object.
 */
final class RestoredBank {

  private static final long ANSWER_TIMEOUT_S = 60;
  private static final int SUBMITTED_AGAIN = 20;

  private final BankService service;
  private final ErrorFiles errors;
  private final SplittableRandom random;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

  RestoredBank(BankService service, ErrorFiles errors, SplittableRandom random) {
    this.service = service;
    this.errors = errors;
    this.random = random;
  }

  /**
   * Checks a directory that was restored to a version.
   *
   * @throws TortureFailure if the check fails
   */
  void check(Path directory, BankHistory history, long version)
      throws IOException, InterruptedException {
    lines.clear();
    BankHistory state = new BankHistory(history.stateAt(version));
    List<Ended> before = new ArrayList<>();
    List<Ended> after = new ArrayList<>();
    for (Ended ended : history.sinceMark()) {
      (ended.reply().version() <= version ? before : after).add(ended);
    }
    try (ChildProcess process =
        new ChildProcess(
            TorturedService.class,
            TorturedService.arguments(directory, service, Optional.empty()),
            errors.next(),
            lines::add)) {
      expect(Line.READY);
      checkBalances(process, state.model());
      if (!before.isEmpty()) {
        // The check queries the id, and does not submit the transaction again. If the transaction
        // were lost at the end of the log, a second submission could commit with the same outcome,
        // and the loss would stay unnoticed.
        checkStatus(process, before.get(before.size() - 1));
      }
      submitAgain(process, state, before, after, version);
      checkBalances(process, state.model());
      int exitCode = process.end();
      if (exitCode != 0) {
        throw new TortureFailure(
            "the restored service exited with code " + exitCode + errors.said());
      }
    }
  }

  private void checkBalances(ChildProcess process, BankModel model)
      throws IOException, InterruptedException {
    process.say(Line.of(Line.BALANCES, model.customers()));
    for (int i = 0; i < model.customers(); i++) {
      String[] words = expect(Line.BALANCE);
      refuse(
          model.check(
              Integer.parseInt(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3])));
    }
    expect(Line.BALANCES);
  }

  private void checkStatus(ChildProcess process, Ended ended)
      throws IOException, InterruptedException {
    process.say(Line.of(Line.STATUS, ended.call().id()));
    requireSame(ended, expect(Line.STATUS));
  }

  private static void requireSame(Ended ended, String[] words) {
    BankReply now = BankReply.parse(words, 2);
    if (!now.equals(ended.reply())) {
      throw new TortureFailure(
          ended.call()
              + " was "
              + ended.reply()
              + ", and in the restored directory it is "
              + String.join(" ", words));
    }
  }

  private void submitAgain(
      ChildProcess process, BankHistory state, List<Ended> before, List<Ended> after, long version)
      throws IOException, InterruptedException {
    Map<String, Ended> submitted = new HashMap<>();
    for (int i = 0; i < SUBMITTED_AGAIN; i++) {
      List<Ended> from = random.nextBoolean() ? before : after;
      if (!from.isEmpty()) {
        Ended ended = from.get(random.nextInt(from.size()));
        submitted.put(ended.call().id().toString(), ended);
      }
    }
    submitted.values().forEach(ended -> process.say(ended.call().line()));
    for (int i = 0; i < submitted.size(); i++) {
      String[] words = expect(Line.ANSWER);
      Ended ended = submitted.get(words[1]);
      BankReply now = BankReply.parse(words, 2);
      if (ended.reply().version() <= version) {
        requireSame(ended, words);
      } else if (now.version() > 0) {
        refuse(state.add(new Ended(ended.call(), now)));
      }
    }
    refuse(state.run(Long.MAX_VALUE));
  }

  private static void refuse(Optional<String> wrong) {
    if (wrong.isPresent()) {
      throw new TortureFailure(wrong.get());
    }
  }

  private String[] expect(String word) throws IOException, InterruptedException {
    String line = lines.poll(ANSWER_TIMEOUT_S, TimeUnit.SECONDS);
    String[] words = line == null ? new String[] {""} : Line.words(line);
    if (!words[0].equals(word) || (words.length > 2 && words[2].equals(Line.NONE))) {
      throw new TortureFailure(
          "the restored service answered "
              + (line == null ? "nothing" : line)
              + " instead of "
              + word
              + errors.said());
    }
    return words;
  }
}
