/**
 * For the unit tests of those who use the client: a service without a server, to which misfortune
 * happens as it is told, and a time that stands still until it is moved.
 */
package dev.yardmaster.client.testing;
