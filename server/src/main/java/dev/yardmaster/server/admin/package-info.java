/**
 * The HTTP side of a server, for people and machines that watch it: health, readiness, metrics,
 * live figures and the dashboard.
 *
 * <p>{@link dev.yardmaster.server.admin.AdminServer} listens; {@code AdminChannel} bounds what a
 * connection may send, {@code AdminHandler} answers, and {@code AdminPages} says what is where. A
 * path is looked up in a table and never becomes a file's name. Everything runs on the threads of
 * one event loop group, by default a single thread, so that whoever watches does not hold up
 * transactions.
 */
package dev.yardmaster.server.admin;
