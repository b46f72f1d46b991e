/** The applications of the guide to Spring Boot, each in a package of its own, and their tests. */
package dev.yardmaster.spring.guide;
