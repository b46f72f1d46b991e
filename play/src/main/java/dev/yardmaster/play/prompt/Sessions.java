package dev.yardmaster.play.prompt;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.play.session.Session;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The sessions of a prompt, in the order of their columns. One session is current. */
final class Sessions {

  /** The maximum number of sessions. More columns would be too narrow. */
  static final int MOST = 6;

  private static final String NAME = "[A-Z][A-Z0-9]{0,7}";

  private final TransactionService service;
  private final Map<String, Session> byName = new LinkedHashMap<>();
  private Session current;

  /** Creates the sessions A and B; A is current. */
  Sessions(TransactionService service) {
    this.service = service;
    current = add("A");
    add("B");
  }

  /**
   * Returns the session with a name, without regard to case. Creates the session if there is none.
   *
   * @throws BadLine if the name is malformed, or there are {@value #MOST} sessions
   */
  Session findOrAdd(String name) {
    Session found = find(name);
    return found == null ? add(name.toUpperCase(Locale.ROOT)) : found;
  }

  private Session add(String name) {
    if (!name.matches(NAME)) {
      throw new BadLine(
          "a session's name has 1 to 8 letters and digits and begins with a letter: " + name);
    }
    if (byName.size() == MOST) {
      throw new BadLine("there are at most " + MOST + " sessions: " + byName.keySet());
    }
    Session session = new Session(name, service);
    byName.put(name, session);
    return session;
  }

  /** Returns the session with a name, without regard to case; null if there is none. */
  Session find(String name) {
    return byName.get(name.toUpperCase(Locale.ROOT));
  }

  Session current() {
    return current;
  }

  void makeCurrent(Session session) {
    current = session;
  }

  Collection<Session> all() {
    return byName.values();
  }

  Collection<String> names() {
    return byName.keySet();
  }

  /** Returns the sessions that wait for the reply to a step. */
  List<Session> waiting() {
    return byName.values().stream().filter(each -> each.waiting().isPresent()).toList();
  }

  /** Returns the number of the session's column, from 0. */
  int column(Session session) {
    return new ArrayList<>(byName.keySet()).indexOf(session.name());
  }
}
