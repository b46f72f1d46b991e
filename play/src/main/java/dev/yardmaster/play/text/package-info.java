/** The forms in which the prompt reads and prints keys and values. */
package dev.yardmaster.play.text;
