/**
 * The HTTP side of a server, for people and machines that monitor it: health, readiness, metrics,
 * live figures and the dashboard.
 *
 * <p>{@link dev.yardmaster.server.admin.AdminServer} listens; {@code AdminChannel} limits what a
 * connection may send, {@code AdminHandler} answers requests, and {@code AdminPages} maps paths to
 * pages. A path is looked up in a table and never becomes a file name. Everything runs on one event
 * loop group, by default with a single thread, so that monitoring does not delay transactions.
 */
package dev.yardmaster.server.admin;
