/**
 * Hints about probable mistakes: the jar of a missing driver, and the correct form of a misspelt
 * name. A hint only adds text to an error or writes a warning; no URL or property is refused
 * because of it.
 */
package dev.yardmaster.jdbc.hints;
