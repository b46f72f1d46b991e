package dev.yardmaster.play.prompt;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.play.service.Target;
import dev.yardmaster.play.session.LastCommits;
import dev.yardmaster.play.session.OutcomeText;
import dev.yardmaster.play.session.Reply;
import dev.yardmaster.play.session.Session;
import dev.yardmaster.play.session.Step;
import dev.yardmaster.play.text.KeyText;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Runs the lines of a prompt. For each line, the prompt chooses the addressed session, requests the
 * step, and prints the reply in the session's column. After a commit, the prompt names the open
 * transactions that have read a key that the commit changed. Only one thread uses the object.
 */
public final class Prompt {

  private static final Pattern ADDRESSED = Pattern.compile("([A-Za-z][A-Za-z0-9]*)\\s*:(.*)");

  private final Target target;
  private final PrintWriter out;
  private final Sessions sessions;
  private final LastCommits ledger = new LastCommits();
  private final Set<Key> keys = new HashSet<>();
  private final CommandTable commands;

  private Columns columns;
  private Session addressed;
  private boolean ended;
  private boolean failed;

  /**
   * Creates a prompt.
   *
   * @param target the service; the caller closes it
   */
  public Prompt(Target target, PrintWriter out) {
    this.target = target;
    this.out = out;
    sessions = new Sessions(target.service());
    addressed = sessions.current();
    commands = new CommandTable(this);
    columns = new Columns(out, Columns.DEFAULT_WIDTH);
  }

  /**
   * Runs the lines of a source until its end, or until {@code exit}. Transactions that are still
   * open at the end are ended without a commit.
   *
   * @return whether every line was executed; if the source is not interactive, the run ends at the
   *     first line that fails
   */
  public boolean run(LineSource lines) throws IOException, InterruptedException {
    columns = new Columns(out, lines.width());
    columns.divide(sessions.all().size());
    try {
      String line = lines.next(promptText());
      while (line != null) {
        boolean executed = execute(line);
        if (!executed && !lines.isInteractive()) {
          return false;
        }
        if (ended) {
          return true;
        }
        pollWaiting(0);
        line = lines.next(promptText());
      }
      return true;
    } finally {
      sessions.all().forEach(Session::interrupt);
    }
  }

  /** Prints a greeting with the description of the service. */
  public void greet() {
    columns.print(
        "Two sessions, A and B, on "
            + target.description()
            + ". help lists the commands, tour shows two conflicts.");
  }

  /** Returns the words that can complete a line. */
  public Collection<String> completions() {
    Set<String> words = new TreeSet<>(commands.names());
    keys.forEach(key -> words.add(KeyText.of(key)));
    sessions.names().forEach(name -> words.add(name + ':'));
    return words;
  }

  private String promptText() {
    return promptText(sessions.current());
  }

  /** Returns the text of the prompt for a session. */
  String promptText(Session session) {
    return columns.indent(sessions.column(session)) + session.name() + "> ";
  }

  /** Executes a line. Returns whether the line was executed without an error. */
  boolean execute(String line) throws InterruptedException {
    failed = false;
    String rest = line.strip();
    if (rest.isEmpty() || rest.startsWith("#")) {
      return true;
    }
    try {
      addressed = sessions.current();
      Matcher form = ADDRESSED.matcher(rest);
      if (form.matches()) {
        addressed = sessionNamed(form.group(1));
        rest = form.group(2).strip();
      } else if (sessions.find(rest) != null) {
        addressed = sessions.find(rest);
        rest = "";
      }
      if (rest.isEmpty()) {
        sessions.makeCurrent(addressed);
      } else {
        commands.execute(Words.of(rest));
      }
    } catch (BadLine wrong) {
      fail(wrong.getMessage());
    }
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    return !failed;
  }

  private Session sessionNamed(String name) {
    Session found = sessions.find(name);
    if (found == null) {
      throw new BadLine(
          "there is no session "
              + name.toUpperCase(Locale.ROOT)
              + "; session "
              + name.toUpperCase(Locale.ROOT)
              + " creates it");
    }
    return found;
  }

  /** Reports that the current line could not be executed. */
  void fail(String message) {
    failed = true;
    columns.print("error: " + message);
  }

  private void print(Session session, String text) {
    columns.print(sessions.column(session), text);
  }

  /** Prints lines over all columns. */
  void printWide(List<String> lines) {
    lines.forEach(columns::print);
  }

  /** Begins a transaction in the addressed session. */
  void begin() throws InterruptedException {
    requireReply(addressed);
    if (addressed.isOpen()) {
      throw new BadLine(
          addressed.name() + " has an open transaction; commit or abort ends it first");
    }
    addressed.begin();
    deliver(addressed, true);
  }

  /**
   * Runs a step in the addressed session.
   *
   * @param line the step in the user's words
   */
  void step(String line, Collection<Key> used, Step step) throws InterruptedException {
    requireOpen();
    keys.addAll(used);
    addressed.step(line, step);
    deliver(addressed, true);
  }

  /** Commits the transaction of the addressed session. */
  void commit() throws InterruptedException {
    requireOpen();
    addressed.commit();
    deliver(addressed, true);
  }

  /** Aborts the transaction of the addressed session. */
  void abort() throws InterruptedException {
    requireOpen();
    addressed.abort();
    deliver(addressed, true);
  }

  private void requireOpen() throws InterruptedException {
    requireReply(addressed);
    if (!addressed.isOpen()) {
      throw new BadLine(addressed.name() + " has no open transaction; begin starts one");
    }
  }

  /** Waits for the reply to an earlier step of the session, if the session waits. */
  private void requireReply(Session session) throws InterruptedException {
    if (session.waiting().isPresent() && !deliver(session, false)) {
      throw new BadLine(
          session.name() + " still waits for the reply to: " + session.waiting().orElseThrow());
    }
  }

  /**
   * Waits for the reply to the step of the addressed session.
   *
   * @throws BadLine if the session waits for no reply
   */
  void awaitReply() throws InterruptedException {
    if (addressed.waiting().isEmpty()) {
      throw new BadLine(addressed.name() + " waits for nothing");
    }
    requireReply(addressed);
  }

  /**
   * Waits for a reply and prints it. Returns false if no reply arrives within the target's reply
   * timeout.
   *
   * @param saysSo whether to print in this case that the step waits
   */
  private boolean deliver(Session session, boolean saysSo) throws InterruptedException {
    Optional<Reply> reply = session.await(target.replyTimeout().toNanos());
    if (reply.isPresent()) {
      print(session, reply.get());
    } else if (saysSo) {
      print(session, "... waits for another transaction; the reply comes later");
    }
    return reply.isPresent();
  }

  /** Prints the replies to earlier steps that arrive within the given time for each session. */
  private void pollWaiting(long timeoutNs) throws InterruptedException {
    for (Session session : sessions.waiting()) {
      Optional<Reply> late = session.await(timeoutNs);
      if (late.isPresent()) {
        print(session, late.get());
      }
    }
  }

  private void print(Session session, Reply reply) throws InterruptedException {
    if (reply instanceof Reply.Done done) {
      print(session, done.text());
    } else if (reply instanceof Reply.Refused refused) {
      fail(refused.error().getMessage());
    } else if (reply instanceof Reply.Ended end) {
      ended(session, end);
    }
  }

  private void ended(Session session, Reply.Ended end) throws InterruptedException {
    failed |= end.outcome() instanceof Outcome.Rejected || end.outcome() instanceof Outcome.Unknown;
    print(session, OutcomeText.of(end.outcome(), ledger));
    if (end.outcome() instanceof Outcome.Committed<Object> committed) {
      target.awaitVisible(committed.commitVersion());
      ledger.committed(session.name(), committed, end.accesses().writes());
      warnReaders(session.name(), end.accesses().writes().keySet());
    }
    // The end of the transaction may have released locks for which other sessions wait.
    pollWaiting(target.replyTimeout().toNanos());
  }

  /** Prints the open transactions that have read keys that a commit has just changed. */
  void warnReaders(String writer, Collection<Key> written) {
    for (Session session : sessions.all()) {
      if (!session.isOpen() || session.waiting().isPresent()) {
        continue;
      }
      List<Key> stale = session.accesses().readAmong(written);
      if (!stale.isEmpty()) {
        print(
            session,
            "! "
                + writer
                + " changed "
                + stale.stream().map(KeyText::of).collect(Collectors.joining(", "))
                + ", which "
                + session.name()
                + " has read");
      }
    }
  }

  /** Switches to the session of this name. Creates the session if there is none. */
  void switchTo(String name) {
    if (commands.names().contains(name.toLowerCase(Locale.ROOT))) {
      throw new BadLine("a session cannot have the name of a command: " + name);
    }
    sessions.makeCurrent(sessions.findOrAdd(name));
    columns.divide(sessions.all().size());
  }

  /** Returns one line for each session, with its state. */
  List<String> states() {
    List<String> states = new ArrayList<>();
    for (Session session : sessions.all()) {
      states.add(
          session.name()
              + ": "
              + session
                  .waiting()
                  .map(line -> "waits for the reply to: " + line)
                  .orElse(session.isOpen() ? "a transaction is open" : "no transaction"));
    }
    return states;
  }

  Sessions sessions() {
    return sessions;
  }

  LastCommits ledger() {
    return ledger;
  }

  Target target() {
    return target;
  }

  /** Ends the prompt after the current line. */
  void end() {
    ended = true;
  }
}
