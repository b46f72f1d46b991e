/**
 * A codec that encodes arguments, results and values as JSON. It is in a separate module, so that
 * only programs that use it need Jackson. The package owns no thread.
 */
@NullMarked
package dev.yardmaster.json;

import org.jspecify.annotations.NullMarked;
