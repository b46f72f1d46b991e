/**
 * What a user may have meant: the jar of a missing driver, and names that are nearly right. A hint
 * only adds text to an error or writes a warning; no URL or property is refused because of it.
 */
package dev.yardmaster.jdbc.hints;
