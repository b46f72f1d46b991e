package dev.yardmaster.jdbc.admission;

import java.util.Properties;

/** Where the drop-in driver and DataSource get the scheduling of a database. Any thread. */
public final class Admissions {
  private Admissions() {}

  /**
   * The courses of one database.
   *
   * @param database what tells databases apart: a URL without its parameters, or the name of a
   *     DataSource
   * @param settings those whose names begin with {@code yardmaster.}; known names only
   * @return null when nothing of that database is scheduled
   * @throws IllegalArgumentException when a setting's value is out of its range
   */
  public static CourseSource of(String database, Properties settings) {
    return null;
  }
}
