/**
 * The HTTP server with which people and programs monitor a Yardmaster server: health, readiness,
 * metrics, live figures and the dashboard.
 *
 * <p>{@link dev.yardmaster.server.admin.AdminServer} listens. {@code AdminChannel} limits the bytes
 * that a connection may send. {@code RequestDeadline} and {@code AdminConnections} limit the time
 * for which a connection may keep the server waiting. {@code AdminHandler} answers requests, and
 * {@code AdminPages} maps paths to pages. {@code AdminPages} finds a path in a table, so a path
 * never becomes a file name. All classes run on one event loop group, which by default has a single
 * thread, so that monitoring does not delay transactions.
 */
package dev.yardmaster.server.admin;
