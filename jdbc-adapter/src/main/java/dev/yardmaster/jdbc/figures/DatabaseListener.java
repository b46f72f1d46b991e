package dev.yardmaster.jdbc.figures;

/** Shows the databases of the process. The methods are called one at a time. */
interface DatabaseListener {

  /** Is called for each database, once. */
  void added(String name, ScheduledDatabase database);

  /** Is called when a database is no longer in use. */
  void removed(String name);
}
