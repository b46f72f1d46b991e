/**
 * The commit of a service's transactions: the version that a {@link
 * dev.yardmaster.engine.service.commit.CommitPoint} draws before the writes become visible, and the
 * {@link dev.yardmaster.engine.service.commit.Acknowledger}, which returns an outcome when the
 * commits on which it depends are on disk.
 */
package dev.yardmaster.engine.service.commit;
