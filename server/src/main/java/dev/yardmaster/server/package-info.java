/** The Yardmaster server. */
package dev.yardmaster.server;
