/**
 * The commit of a service's transactions. A {@link
 * dev.yardmaster.engine.service.commit.CommitPoint} draws the version of a commit before the writes
 * become visible. The {@link dev.yardmaster.engine.service.commit.Acknowledger} returns an outcome
 * when the commits on which the outcome depends are on disk.
 */
package dev.yardmaster.engine.service.commit;
