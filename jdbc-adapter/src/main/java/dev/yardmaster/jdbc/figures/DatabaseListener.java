package dev.yardmaster.jdbc.figures;

/** Shows the databases of the process. The methods are called one at a time. */
interface DatabaseListener {

  /** The registry calls this method once for each database. */
  void added(String name, ScheduledDatabase database);

  /** The registry calls this method when a database is no longer in use. */
  void removed(String name);
}
